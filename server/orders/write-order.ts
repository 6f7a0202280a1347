import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { callFunction, fixed, runStatement } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import { tooManySeats } from '#server/orders/holds/hold-limit.ts';
import { holdLimitsAt } from '#server/orders/holds/hold-settings.ts';
import { holdSeconds } from '#server/orders/holds/holds.ts';
import { type Answer, answerValues } from '#server/shared/keyed-write.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { Choice } from './choice.ts';
import type { OrderDeps } from './deps.ts';
import type { OrderInput } from './offer.ts';

/** Facts of an order beside its choice and its request. */
type Written = Pick<OrderRow, 'lang'> &
  Partial<Pick<OrderRow, 'customer' | 'status' | 'invited' | 'confirmed_mail' | 'held_since' | 'extensions'>>;

type Chosen = Pick<Choice, 'product' | 'slot' | 'quantity' | 'total' | 'read_at'> & {
  offered: Pick<Choice['offered'], 'last_admission'>;
  lines: Pick<Choice['lines'][number], 'option_id' | 'position' | 'count' | 'price' | 'surcharge'>[];
  sets: Pick<Choice['sets'][number], 'set_uuid' | 'count' | 'price'>[];
};

/** A hold that begins when the choice was read. */
export const holdOf = ({ read_at, offered }: Chosen): { seconds: number; hold_until: Date } => {
  const hold_until = new Date(Math.min(Number(read_at) + holdSeconds * 1000, Number(offered.last_admission)));
  return { seconds: (Number(hold_until) - Number(read_at)) / 1000, hold_until };
};

/** The rows of a new order as parameters: order, lines, set products. */
const rowsOf = (
  deps: OrderDeps,
  { effectId: id, site, visitor: networks }: RequestContext,
  choice: Chosen,
  written: Written,
): string[] => {
  const { product: product_uuid, slot, quantity, total, lines, sets } = choice;
  const chosen = { product_uuid, time_span_id: slot.time_span_id, quantity, total };
  const token_hash = hashOf(deps.tokens.token('order', id));
  /* The database starts the hold when it writes: of this length, and at most `life` minutes after seats were first held. */
  const { seconds } = holdOf(choice);
  const { minutes: life } = holdLimitsAt(deps, site);
  const order = { id, site, token_hash, networks, ...chosen, ...written, seconds, life };
  return [
    order,
    lines.map(({ option_id, position, count, price, surcharge }) => ({ option_id, position, count, price, surcharge })),
    sets.map(({ set_uuid, count, price }) => ({ set_uuid, count, price })),
  ].map((row) => JSON.stringify(row));
};

/** Inserts an order that holds no seats yet. */
export const insertOrder = (
  deps: OrderDeps,
  tx: Tx,
  context: RequestContext,
  choice: Choice,
  written: Written,
): Promise<void> => callFunction(tx, 'insert_order_1', rowsOf(deps, context, choice, written));

const placeText = fixed('write', 'select outcome, detail from place_order_4($1, $2, $3, $4, $5, $6, $7, $8, $9)');

export type Outcome = { outcome: 'placed' | 'answered' | 'no_seats' | 'no_set' | 'too_many'; detail: string | null };

/**
 * Takes the seats and set products of an order and inserts it, with its answer where that is known. Only `placed` has written; the
 * seats of one address are limited (docs/product.md#holds).
 */
export const takeAndInsert = async (
  deps: OrderDeps,
  db: Db | Tx,
  context: RequestContext,
  choice: Chosen,
  written: Written,
  answer?: Answer,
): Promise<Outcome> => {
  const { seats, shareOfDay, shareOfSlot } = holdLimitsAt(deps, context.site);
  const rows = rowsOf(deps, context, choice, written);
  const values = [...rows, seats, shareOfDay, shareOfSlot, ...answerValues(answer)];
  const [done] = await runStatement<Outcome>(db, placeText, values);
  if (!done) throw new Error('No outcome.');
  return done;
};

/** The reason of a refusal, with the set product that is out of stock. */
export const refusalOf = ({ outcome, detail }: Outcome, { set_products }: OrderInput): Problem => {
  if (outcome === 'too_many') return tooManySeats(Number(detail));
  if (outcome !== 'no_set') return new Problem('seat_reserve_error');
  const index = set_products.findIndex(({ id }) => id === detail);
  return invalid(`set_products/${index}/id`, 'Out of stock.', 'seat_reserve_error');
};
