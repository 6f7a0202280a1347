import type { SnapshotFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { OrderContext } from '#machines/order/order.types.ts';
import { priceAt } from '#src/domain/money.ts';
import { needsOf, quantityOf, unaccompanied } from '#src/domain/order-lines.ts';
import { isFree, type Product, type ProductOption, type TimeSpan } from '#src/domain/product.ts';
import type { MessageId } from '#src/ui/use-texts.ts';

type Snapshot = SnapshotFrom<typeof orderMachine>;

export type PricedLine = { option: ProductOption; price: number; count: number };

type Dated = Pick<OrderContext, 'choice' | 'days' | 'slots'>;

/** The surcharge of the chosen time; before a time is chosen, the least one of the chosen day. */
const surchargeOf = (product: Product, { choice: { day, timespan }, days, slots }: Dated): number => {
  if (timespan) return timespan.surcharge;
  if (day === null) return 0;
  const free = slots.filter(({ state }) => isFree(state)).map(({ surcharge }) => surcharge);
  if (free.length > 0) return Math.min(...free);
  return (days.find(({ date }) => date === day)?.price_from ?? product.price_from) - product.price_from;
};

/** Each option with its price at the chosen day and time, as the server charges it, and its count. */
export const linesOf = (product: Product | undefined, context: Dated): PricedLine[] =>
  (product?.options ?? []).map((option) => ({
    option,
    price: priceAt(option.add_cost, product ? surchargeOf(product, context) : 0),
    count: context.choice.lines.find(({ id }) => id === option.id)?.count ?? 0,
  }));

export type Limit = { by: 'option' | 'total' | 'stock'; count: number };

/** The strictest limit of an order line's count, and what sets it. */
export const limitOf = (
  product: Product,
  timespan: TimeSpan | null,
  lines: readonly PricedLine[],
  line: PricedLine,
): Limit & { max: number } => {
  const others = quantityOf(lines) - line.count;
  const limits: Limit[] = [
    { by: 'option', count: line.option.max },
    { by: 'total', count: product.max_quantity },
    ...(timespan ? [{ by: 'stock', count: timespan.remaining } as const] : []),
  ];
  const room = ({ by, count }: Limit) => (by === 'option' ? count : count - others);
  const tightest = limits.reduce((found, limit) => (room(limit) < room(found) ? limit : found));
  return { ...tightest, max: Math.max(0, room(tightest)) };
};

/** The running search, and the missing result of a failed or empty one. */
export const lookupOf = (snapshot: Snapshot): { busy: 'days' | 'slots' | null; missing: 'days' | 'slots' | null } => {
  const { choice, days, slots } = snapshot.context;
  const isPeriod = choice.product?.sale_type === 'period';
  const lackedPart = () => {
    if (!choice.product) return null;
    if (!isPeriod && days.length === 0) return 'days';
    return (isPeriod || choice.day !== null) && slots.length === 0 ? 'slots' : null;
  };
  const lacks = lackedPart();
  return snapshot.hasTag('pending') ? { busy: lacks, missing: null } : { busy: null, missing: lacks };
};

/** Ids of the parts of the order page, in the order in which they are filled in. */
export const partIds = {
  product: 'order-products',
  options: 'order-options',
  day: 'order-day',
  times: 'order-times',
} as const;

export type Missing = { part: keyof typeof partIds; text: MessageId; values?: Record<string, string | number> };

/** The next thing to choose, as the button names it; null if the choice is complete. */
export const missingOf = (
  product: Product | undefined,
  { day, timespan }: OrderContext['choice'],
  lines: readonly PricedLine[],
): Missing | null => {
  if (!product) return { part: 'product', text: 'order_missing_product' };
  const quantity = quantityOf(lines);
  if (quantity === 0) return { part: 'options', text: 'order_missing_options' };
  const { min_quantity: min, max_quantity: max } = product;
  if (quantity < min || quantity > max)
    return { part: 'options', text: 'order_missing_quantity', values: { min, max } };
  const counts = lines.map(({ option: { id }, count }) => ({ id, count }));
  const alone = unaccompanied(counts, needsOf(product.options));
  if (alone) {
    const nameOf = (wanted: string) => product.options.find(({ id }) => id === wanted)?.name ?? wanted;
    const values = { ticket: nameOf(alone.id), needed: alone.needed.map(nameOf).join(' / ') };
    return { part: 'options', text: 'order_missing_companion', values };
  }
  if (timespan) return null;
  const hasDay = day !== null || product.sale_type === 'period';
  return hasDay ? { part: 'times', text: 'order_missing_timespan' } : { part: 'day', text: 'order_missing_day' };
};
