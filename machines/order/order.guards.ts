import { failureIn, isOrderOver, isUnknown } from '#machines/shared/errors.ts';
import { venueDay, weeksOf } from '#src/domain/dates.ts';
import { quantityOf, refusedSet } from '#src/domain/order-lines.ts';
import { isFree, type TimeSpan } from '#src/domain/product.ts';
import { contentOf, isAlone } from './order.logic.ts';
import type { Found, OrderContext } from './order.types.ts';

/** True if the choice can be sent: product, time, an allowed number of tickets, and none without one that it needs. */
const isComplete = ({ choice }: OrderContext): boolean => {
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

type Fact = { context: OrderContext; event: { type: string } };

export const guards = {
  hasProduct: ({ context }: Fact) => context.choice.product !== null,
  isComplete: ({ context }: Fact) => isComplete(context),
  /** Seats may be held for another choice, whose reply was lost. */
  mustReclaim: ({ context }: Fact) =>
    isComplete(context) && context.attempt !== null && context.attempt.content !== JSON.stringify(contentOf(context)),
  isSoldOut: (_: unknown, { remaining }: TimeSpan) => remaining <= 0,
  /** A calendar that is opened has no free day in its first weeks, but a later one. */
  hasLaterMonth: ({ context: { choice, next: earlierNext } }: Fact, { days, next }: Found) =>
    earlierNext === null &&
    choice.day === null &&
    next != null &&
    choice.month !== null &&
    venueDay(next.reservation_from) > weeksOf(choice.month).to &&
    !days?.some(({ state }) => isFree(state)),
  /** The search of the days was interrupted by choosing a time, or the time is of a day that was not searched. */
  lacksDays: ({ context: { choice, days, slots } }: Fact) =>
    (days.length === 0 || slots.length === 0) && choice.product?.sale_type !== 'period',
  isSlotGone: ({ event }: Fact) => ['seat_reserve_error', 'ticket_not_on_sale'].includes(failureIn(event).code),
  isSetGone: ({ event }: Fact) => refusedSet(failureIn(event)) >= 0,
  mustQueue: ({ event }: Fact) => failureIn(event).code === 'queue_required',
  isOrderOver,
  isUnknown,
};
