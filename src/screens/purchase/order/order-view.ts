import type { SnapshotFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { OrderContext } from '#machines/order/order.types.ts';
import { priceAt } from '#src/domain/money.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Product, ProductOption, TimeSpan } from '#src/domain/product.ts';
import type { MessageId } from '#src/ui/use-texts.ts';

type Snapshot = SnapshotFrom<typeof orderMachine>;

export type PricedLine = { option: ProductOption; price: number; count: number };

/** Each option with its price at the chosen time, as the server charges it, and its count. */
export const linesOf = (product: Product | undefined, { timespan, lines }: OrderContext['choice']): PricedLine[] =>
  (product?.options ?? []).map((option) => ({
    option,
    price: priceAt(option.add_cost, timespan?.surcharge ?? 0),
    count: lines.find(({ id }) => id === option.id)?.count ?? 0,
  }));

export type Limit = { by: 'option' | 'total' | 'stock'; count: number };

/** The strictest limit of an order line's count, and what sets it. */
export const limitOf = (
  product: Product,
  timespan: TimeSpan | null,
  lines: readonly PricedLine[],
  line: PricedLine,
): Limit & { most: number } => {
  const others = quantityOf(lines) - line.count;
  const limits: Limit[] = [
    { by: 'option', count: line.option.max },
    { by: 'total', count: product.max_quantity },
    ...(timespan ? [{ by: 'stock', count: timespan.remaining } as const] : []),
  ];
  const room = ({ by, count }: Limit) => (by === 'option' ? count : count - others);
  const tightest = limits.reduce((least, limit) => (room(limit) < room(least) ? limit : least));
  return { ...tightest, most: Math.max(0, room(tightest)) };
};

/** What is being searched, and what is missing after a failed or empty search. */
export const lookupOf = (snapshot: Snapshot): { busy: 'days' | 'slots' | null; missing: 'days' | 'slots' | null } => {
  const { choice, days, slots } = snapshot.context;
  const type = choice.product?.sale_type;
  const needsSlots = type === 'period' || choice.day !== null;
  const lacks =
    type === undefined
      ? null
      : type !== 'period' && days.length === 0
        ? 'days'
        : needsSlots && !slots.length
          ? 'slots'
          : null;
  return { busy: snapshot.hasTag('pending') ? lacks : null, missing: snapshot.hasTag('settled') ? lacks : null };
};

/** Ids of the parts of the order page, in the order in which they are filled in. */
export const partIds = {
  product: 'order-products',
  day: 'order-day',
  times: 'order-times',
  options: 'order-options',
} as const;

export type Missing = { part: keyof typeof partIds; text: MessageId };

/** The next thing to choose, as the button names it; null if the choice is complete. */
export const missingOf = (
  product: Product | undefined,
  { day, timespan }: OrderContext['choice'],
  lines: readonly PricedLine[],
): Missing | null => {
  if (!product) return { part: 'product', text: 'order_missing_product' };
  // The only time of a day is chosen by itself.
  if (!timespan && product.sale_type === 'time' && day) return { part: 'times', text: 'order_missing_timespan' };
  if (!timespan && product.sale_type !== 'period' && !day) return { part: 'day', text: 'order_missing_day' };
  const quantity = quantityOf(lines);
  if (quantity === 0) return { part: 'options', text: 'order_missing_options' };
  if (quantity < product.min_quantity || quantity > product.max_quantity)
    return { part: 'options', text: 'order_missing_quantity' };
  return timespan ? null : { part: 'times', text: 'order_missing_timespan' };
};
