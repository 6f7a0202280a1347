import { hashOf } from '#server/core/crypto.ts';
import { fixed } from '#server/db/fixed.ts';
import { laneOf } from '#server/db/scoped.ts';
import { runStatement } from '#server/db/statement.ts';
import { tooManySeats } from '#server/holds/hold-limit.ts';
import { holdLimitsAt } from '#server/holds/hold-settings.ts';
import { expireHolds, holdSeconds } from '#server/holds/holds.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { type AtOnce, isUnused, type KeyedWrite } from '#server/shared/keyed-write.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/request-context.ts';
import type { Order } from '#src/domain/order.ts';
import { type Choice, judgeChoice } from './choice.ts';
import { type Offer, readOffer } from './offer.ts';
import { type OrderInput, outOfStock } from './order-input.ts';
import { placedOf } from './orders.ts';
import { mustBeOpen } from './site-rules.ts';

/** The reply to a new order. */
type Reply = { order_token: string; order: Order; dropped: string[] };

const placeText = fixed(
  'write',
  `select outcome, detail from place_order_3($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
    make_interval(secs => $12), $13, $14, $15, $16, $17, $18)`,
);

type Outcome = { outcome: 'placed' | 'answered' | 'no_seats' | 'no_set' | 'too_many'; detail: string | null };

/** Set products of which fewer are left than were chosen: the first one, or null. */
const shortSet = ({ product }: Offer, { sets }: Choice): string | null =>
  sets.find(({ set_uuid, count }) => (product?.sets.find(({ uuid }) => uuid === set_uuid)?.free ?? 0) < count)
    ?.set_uuid ?? null;

const isShort = (offer: Offer, choice: Choice): boolean =>
  (offer.slot?.free ?? 0) < choice.quantity || shortSet(offer, choice) !== null;

/** Why a choice that is short cannot be had. */
const refusalOf = (offer: Offer, choice: Choice, input: OrderInput): Problem => {
  const short = shortSet(offer, choice);
  return (offer.slot?.free ?? 0) >= choice.quantity && short !== null
    ? outOfStock(input, short)
    : new Problem('seat_reserve_error');
};

/** How often an order is judged anew whose seats were taken between reading and writing. */
const mostTries = 3;

/** What `place_order_3` is given, and the reply that it stores. */
const prepare = (deps: OrderDeps, context: RequestContext, { lang }: OrderInput, choice: Choice, write: KeyedWrite) => {
  const { effectId: id, site, visitor } = context;
  const { product: product_uuid, slot, quantity, total, lines, sets, offered, read_at } = choice;
  const hold_until = new Date(Math.min(Number(read_at) + holdSeconds * 1000, Number(offered.last_admission)));
  const seconds = (Number(hold_until) - Number(read_at)) / 1000;
  const { time_span_id } = slot;
  const order_token = deps.tokens.token('order', id);
  const token_hash = hashOf(order_token);
  /* A second less, since the reply takes its time. */
  const fresh = {
    status: 'open',
    seconds: Math.max(0, seconds - 1),
    hold_until,
    extensions: 0,
    customer: null,
    confirmed_mail: null,
    payment_method: null,
  } as const;
  const { order, dropped } = placedOf(
    { ...fresh, lang, total, product_uuid, time_span_id, quantity, token_hash },
    choice,
  );
  const reply = { order_token, order, dropped };
  const { seats, shareOfDay, shareOfSlot } = holdLimitsAt(deps, site);
  const values = [
    ...[id, token_hash, site, lang, visitor && JSON.stringify(visitor), product_uuid, time_span_id, quantity, total],
    JSON.stringify(lines.map(({ option_id, position, count, price }) => ({ option_id, position, count, price }))),
    JSON.stringify(sets.map(({ set_uuid, count, price }) => ({ set_uuid, count, price }))),
    ...[seconds, seats, shareOfDay, shareOfSlot],
    ...[write.keyHash, write.fingerprint, write.seal(reply)],
  ];
  return { reply, values };
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
  if (!offer.is_spoken) throw invalid('lang', 'Not a language of this site.');
  mustBeOpen(deps.sites, site);
  const choice = judgeChoice(offer, site, input);
  const isOut = isShort(offer, choice);
  if (isOut && !offer.can_free) throw refusalOf(offer, choice, input);
  const { reply, values } = prepare(deps, context, input, choice, write);
  const [done] = await deps.lanes.run(laneOf(choice.slot), async () => {
    if (isOut) await expireHolds(deps.db, { slot: choice.slot });
    return runStatement<Outcome>(deps.db, placeText, values);
  });
  switch (done?.outcome) {
    case 'placed':
      pass('hold_committed');
      return { kind: 'done', reply };
    case 'answered':
      return { kind: 'known', known: null };
    case 'too_many':
      throw tooManySeats(Number(done.detail));
    default:
      if (tries < mostTries) return placeAtOnce(deps, context, input, write, tries + 1);
      throw done?.outcome === 'no_set' ? outOfStock(input, done.detail ?? '') : new Problem('seat_reserve_error');
  }
};
