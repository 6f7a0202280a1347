import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import type { TicketState } from '#src/domain/ticket.ts';
import { newAddress } from '#test/api/kit/mails.ts';
import { changeRows, rowOf } from '#test/api/kit/rows.ts';
import { changeSlot } from '#test/api/kit/time.ts';
import { bodyOf, type Setup, tokenIn } from './setups-orders.ts';

export const unshared: Setup = async ({ shop, waiting }) => {
  await changeRows(shop, 'tickets', { share_hash: hashOf(tokenIn(waiting)) }, { state: 'valid', share_hash: null });
  return undefined;
};

/** The gate, or another holder of the link, changed the ticket's state meanwhile. */
export const ticket =
  (state: TicketState): Setup =>
  async ({ shop, waiting }) => {
    await changeRows(shop, 'tickets', { token_hash: hashOf(tokenIn(waiting)) }, { state });
    return undefined;
  };

/** About the ticket's order, as many of these mails were sent as the hourly limit allows. */
const mailedTooOften =
  (kind: 'ticket_reissued' | 'corrected'): Setup =>
  async ({ shop, waiting }) => {
    const { db, deps } = shop;
    const { order_id: order } = await rowOf(shop, 'tickets', { token_hash: hashOf(tokenIn(waiting)) });
    for (let times = 0; times < 3; times += 1)
      await inTransaction(db, (tx) => limitMail(tx, deps.tokens, kind, { address: newAddress(), order }));
    return undefined;
  };
export const replacedTooOften = mailedTooOften('ticket_reissued');
export const correctedTooOften = mailedTooOften('corrected');

/** The venue raises the price of the slot to which the ticket is moved. */
export const dearerTime: Setup = async ({ shop, waiting }) => {
  const raise = (yen: number) =>
    changeSlot(shop, String(bodyOf(waiting).time_span_id), { surcharge: sql`surcharge + ${yen}` });
  await raise(1000);
  return () => raise(-1000);
};

/** The holder shares the ticket in another tab. */
export const shared: Setup = async (about) => {
  const { shop, waiting } = about;
  const token = tokenIn(waiting);
  if ((await rowOf(shop, 'tickets', { token_hash: hashOf(token) })).state === 'shared') return undefined;
  await ticket('valid')(about);
  await shop.call('shareTicket', { params: { reservation_token: token } });
  return undefined;
};
