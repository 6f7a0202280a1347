import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import { withoutPersonalData } from '#src/domain/order.ts';
import { moveTo } from './change-date.logic.ts';
import type { Moved, MoveInput } from './change-date.types.ts';

/**
 * Moves the ticket to the chosen timespan, or places the order that pays for it. `at`: when the answer came, ms since 1970. The
 * stored copy goes now: a paid ticket may move while this page is closed. Throws Failure: cannot_change_ticket,
 * product_change_date_error, ticket_not_on_sale, dearer_slot, seat_reserve_error, coupon_out_of_coverage.
 */
export const changeDate = fromPromise<Moved, MoveInput>(async ({ input: { token, timespan, price, key }, signal }) => {
  await forget(token);
  const sent = { params: { reservation_token: token }, key, signal, body: moveTo(timespan) };
  if (price === 0) return { result: (await call(tickets.changeDate, sent)).reservation_token, placed: null };
  const { order_token, order } = await call(tickets.createChange, sent);
  return { result: null, placed: { token: order_token, order: withoutPersonalData(order), at: Date.now() } };
});
