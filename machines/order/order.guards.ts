import { venueDay, weeksOf } from '#src/domain/dates.ts';
import { quantityOf, unaccompanied } from '#src/domain/order-lines.ts';
import { isFree } from '#src/domain/product.ts';
import type { Choice, Found, OrderContext } from './order.types.ts';

/** True if a calendar that is opened has no free day in its first weeks, but a later one. */
export const hasLaterMonth = ({ choice, next: known }: OrderContext, { days, next }: Found): boolean =>
  known === null &&
  choice.day === null &&
  next != null &&
  choice.month !== null &&
  venueDay(next.reservation_from) > weeksOf(choice.month).to &&
  !days?.some(({ state }) => isFree(state));

/** True if the search of the days was interrupted by choosing a time, or the time is of a day that was not searched. */
export const lacksDays = ({ choice, days, slots }: OrderContext): boolean =>
  (days.length === 0 || slots.length === 0) && choice.product?.sale_type !== 'period';

/** True if a kind of ticket is chosen without one that it needs. */
export const isAlone = ({ product, lines }: Choice): boolean =>
  unaccompanied(lines, product?.needs ?? {}) !== undefined;

/** True if the choice can be sent: product, time, an allowed number of tickets, and none without one that it needs. */
export const isComplete = ({ choice }: OrderContext): boolean => {
  const quantity = quantityOf(choice.lines);
  const { product, timespan } = choice;
  return (
    product !== null &&
    timespan !== null &&
    quantity >= Math.max(1, product.min_quantity) &&
    quantity <= product.max_quantity &&
    !isAlone(choice)
  );
};
