import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { laneOf } from '#server/db/scoped.ts';
import { fixed, runStatement } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import { tooManySeats } from '#server/orders/holds/hold-limit.ts';
import { holdLimitsAt } from '#server/orders/holds/hold-settings.ts';
import { expireHolds, holdSeconds } from '#server/orders/holds/holds.ts';
import { pass } from '#server/shared/failpoints.ts';
import { type Answer, type AtOnce, answerValues, isUnused, type KeyedWrite } from '#server/shared/keyed-write.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { Order } from '#src/domain/order.ts';
import { type Choice, judgeChoice, type OrderInput, outOfStock } from './choice.ts';
import type { OrderDeps } from './deps.ts';
import { type Offer, readOffer } from './offer.ts';
import { placedOf } from './orders.ts';
import { mustBeOpen } from './site-rules.ts';

/** Facts of an order beside its choice and its request. */
type Written = Pick<OrderRow, 'lang'> &
  Partial<Pick<OrderRow, 'customer' | 'status' | 'invited' | 'confirmed_mail' | 'held_since' | 'extensions'>>;

/** A hold that begins when the choice was read. */
const holdOf = ({ read_at, offered }: Choice): { seconds: number; hold_until: Date } => {
  const hold_until = new Date(Math.min(Number(read_at) + holdSeconds * 1000, Number(offered.last_admission)));
  return { seconds: (Number(hold_until) - Number(read_at)) / 1000, hold_until };
};

/** The rows of a new order as parameters: order, lines, set products. */
const rowsOf = (
  deps: OrderDeps,
  { effectId: id, site, visitor: networks }: RequestContext,
  choice: Choice,
  written: Written,
): string[] => {
  const { product: product_uuid, slot, quantity, total, lines, sets } = choice;
  const order = {
    ...{ id, site, token_hash: hashOf(deps.tokens.token('order', id)), ...written, networks },
    ...{ product_uuid, time_span_id: slot.time_span_id, quantity, total },
    ...{ seconds: holdOf(choice).seconds, life: holdLimitsAt(deps, site).minutes },
  };
  return [
    order,
    lines.map(({ option_id, position, count, price }) => ({ option_id, position, count, price })),
    sets.map(({ set_uuid, count, price }) => ({ set_uuid, count, price })),
  ].map((row) => JSON.stringify(row));
};

const insertText = fixed('write', 'select insert_order_1($1, $2, $3)');

/** Inserts an order that holds no seats yet. */
export const insertOrder = async (
  deps: OrderDeps,
  tx: Tx,
  context: RequestContext,
  choice: Choice,
  written: Written,
): Promise<void> => {
  await runStatement(tx, insertText, rowsOf(deps, context, choice, written));
};

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
  choice: Choice,
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

/** Why an order could not be placed. */
export const refusalOf = ({ outcome, detail }: Outcome, input: OrderInput): Problem => {
  if (outcome === 'too_many') return tooManySeats(Number(detail));
  return outcome === 'no_set' ? outOfStock(input, detail ?? '') : new Problem('seat_reserve_error');
};

/** The reply to a new order. */
type Reply = { order_token: string; order: Order; dropped: string[] };

/** Set products of which fewer are left than were chosen: the first one, or null. */
const shortSet = ({ product }: Offer, { sets }: Choice): string | null =>
  sets.find(({ set_uuid, count }) => (product?.sets.find(({ uuid }) => uuid === set_uuid)?.free ?? 0) < count)
    ?.set_uuid ?? null;

const isShort = (offer: Offer, choice: Choice): boolean =>
  (offer.slot?.free ?? 0) < choice.quantity || shortSet(offer, choice) !== null;

/** Why a choice that is short cannot be had. */
const shortageOf = (offer: Offer, choice: Choice, input: OrderInput): Problem => {
  const short = shortSet(offer, choice);
  return (offer.slot?.free ?? 0) >= choice.quantity && short !== null
    ? outOfStock(input, short)
    : new Problem('seat_reserve_error');
};

/** How often an order is judged again whose seats were taken between reading and writing. */
const maxTries = 3;

/** The reply to an order that is placed now. */
const replyOf = (
  { tokens }: OrderDeps,
  { effectId: id }: RequestContext,
  { lang }: OrderInput,
  choice: Choice,
): Reply => {
  const { product: product_uuid, slot, quantity, total } = choice;
  const { seconds, hold_until } = holdOf(choice);
  const order_token = tokens.token('order', id);
  const row = {
    status: 'open',
    /* A second less, since the reply takes its time. */
    seconds: Math.max(0, seconds - 1),
    extensions: 0,
    customer: null,
    confirmed_mail: null,
    payment_method: null,
    ...{ hold_until, lang, total, product_uuid, time_span_id: slot.time_span_id, quantity },
    token_hash: hashOf(order_token),
  } as const;
  const { order, dropped } = placedOf(row, choice);
  return { order_token, order, dropped };
};

/**
 * Places a new order by one reading and one writing statement, whose answer is stored with it
 * (docs/decisions/0023-rules-judge-statements-write.md). Seats that are gone are refused without waiting for their slot. Throws as `judgeChoice`, seat_reserve_error, rate_limited.
 */
export const placeAtOnce = async (
  deps: OrderDeps,
  context: RequestContext,
  input: OrderInput,
  write: KeyedWrite,
  tries = 1,
): Promise<AtOnce<Reply>> => {
  const { effectId: id, site } = context;
  const offer = await readOffer(deps.db, site, input, { id, keyHash: write.keyHash });
  if (!isUnused(offer.known, write)) return { kind: 'known', known: offer.known };
  if (offer.is_placed) return { kind: 'otherwise' };
  if (!offer.is_site_lang) throw invalid('lang', 'Not a language of this site.');
  mustBeOpen(deps.sites, site);
  const choice = judgeChoice(offer, site, input);
  const isOut = isShort(offer, choice);
  if (isOut && !offer.can_free) throw shortageOf(offer, choice, input);
  const reply = replyOf(deps, context, input, choice);
  const done = await deps.lanes.run(laneOf(choice.slot), async () => {
    if (isOut) await expireHolds(deps.db, { slot: choice.slot });
    return takeAndInsert(deps, deps.db, context, choice, { lang: input.lang }, { write, reply });
  });
  if (done.outcome === 'placed') {
    pass('hold_committed');
    return { kind: 'done', reply };
  }
  if (done.outcome === 'answered') return { kind: 'known', known: null };
  if (done.outcome !== 'too_many' && tries < maxTries) return placeAtOnce(deps, context, input, write, tries + 1);
  throw refusalOf(done, input);
};
