import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import { Failure } from '#src/domain/failures.ts';
import type { HandOverInput, SendResult } from './send.types.ts';

/**
 * Hands people over by mail, or gives them a separate ticket. Throws Failure: cannot_change_ticket, split_no_child,
 * split_option_less_than_one, invalid_quantity, rate_limited.
 */
export const handOver = fromPromise<SendResult, HandOverInput>(async ({ input: { token, transfer, key }, signal }) => {
  if (!transfer) throw new Failure({ code: 'invalid_input', unknown: false });
  await forget(token);
  const { way, ...body } = transfer;
  const about = { params: { reservation_token: token }, key, signal };
  if (way === 'mail') return { reservation_token: '', ...(await call(tickets.sendTicket, { ...about, body })) };
  const { option_values } = body;
  return { sent_to: '', ...(await call(tickets.splitTicket, { ...about, body: { option_values } })) };
});
