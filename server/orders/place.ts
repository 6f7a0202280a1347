import { laneOf } from '#server/db/scoped.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { expireHolds } from '#server/orders/holds/holds.ts';
import { pass } from '#server/shared/failpoints.ts';
import { isUnused, type KeyedWrite, type StatementOutcome } from '#server/shared/keyed-write.ts';
import { invalid } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { Order } from '#src/domain/order.ts';
import { type Choice, judgeChoice } from './choice.ts';
import { type Offer, type OrderInput, readOffer } from './offer.ts';
import { toOrder } from './orders.ts';
import { mustBeOpen } from './site-rules.ts';
import { holdOf, refusalOf, takeAndInsert } from './write-order.ts';

type Reply = { order_token: string; order: Order; dropped: string[] };

/** Set products of which fewer are left than were chosen: the first one, or null. */
const shortSet = ({ product }: Offer, { sets }: Choice): string | null =>
  sets.find(({ set_uuid, count }) => (product?.sets.find(({ uuid }) => uuid === set_uuid)?.free ?? 0) < count)
    ?.set_uuid ?? null;

/** How often an order is judged again whose seats were taken between reading and writing. */
const maxTries = 3;

/** The reply to an order that is placed now. */
const replyOf = (
  { tokens }: OrderDeps,
  { effectId: id }: RequestContext,
  { lang }: OrderInput,
  choice: Choice,
): Reply => {
  const { product: product_uuid, slot, quantity, total, offered, lines, sets } = choice;
  const { seconds, hold_until } = holdOf(choice);
  const chosen = { lang, total, product_uuid, time_span_id: slot.time_span_id, quantity };
  const row = {
    ...chosen,
    status: 'open',
    /* A second less, since the reply takes its time. */
    seconds: Math.max(0, seconds - 1),
    hold_until,
    extensions: 0,
    customer: null,
    confirmed_mail: null,
    payment_method: null,
  } as const;
  const order = { ...toOrder({ ...row, ...offered, lines, sets, coupon: null }), completion: null };
  return { order_token: tokens.token('order', id), order, dropped: [] };
};

/**
 * Places a new order by one reading and one writing statement, whose answer is stored with it
 * (docs/decisions/0023-rules-judge-statements-write.md). Seats that are gone are refused without waiting for their slot. Throws as
 * `judgeChoice`, seat_reserve_error, rate_limited.
 */
export const placeByStatement = async (
  deps: OrderDeps,
  context: RequestContext,
  input: OrderInput,
  write: KeyedWrite,
  tries = 1,
): Promise<StatementOutcome<Reply>> => {
  const { effectId: id, site } = context;
  const offer = await readOffer(deps.db, site, input, { id, keyHash: write.keyHash });
  if (!isUnused(offer.known, write)) return { kind: 'known', known: offer.known };
  if (offer.is_placed) return { kind: 'needs_transaction' };
  if (!offer.is_site_lang) throw invalid('lang', 'Not a language of this site.');
  mustBeOpen(deps.sites, site);
  const choice = judgeChoice(offer, site, input);
  const short = shortSet(offer, choice);
  const hasSeats = (offer.slot?.free ?? 0) >= choice.quantity;
  const isOut = !hasSeats || short !== null;
  if (isOut && !offer.can_free) throw refusalOf({ outcome: hasSeats ? 'no_set' : 'no_seats', detail: short }, input);
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
  if (done.outcome !== 'too_many' && tries < maxTries) return placeByStatement(deps, context, input, write, tries + 1);
  throw refusalOf(done, input);
};
