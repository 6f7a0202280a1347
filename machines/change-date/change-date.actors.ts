import { fromPromise } from 'xstate';
import type { Placed } from '#machines/order/order.types.ts';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import { withoutPersonalData } from '#src/domain/order.ts';
import { moveTo } from './change-date.logic.ts';
import type { MoveInput } from './change-date.types.ts';

/**
 * Moves the ticket to the chosen timespan; returns the new ticket's token. Throws Failure: cannot_change_ticket,
 * product_change_date_error, ticket_not_on_sale, dearer_slot, seat_reserve_error, coupon_out_of_coverage.
 */
export const changeDate = fromPromise<string, MoveInput>(async ({ input: { token, timespan, key }, signal }) => {
  await forget(token);
  const { reservation_token } = await call(tickets.changeDate, {
    params: { reservation_token: token },
    key,
    signal,
    body: moveTo(timespan),
  });
  return reservation_token;
});

/**
 * Places the order that pays for the chosen timespan. `at`: when the answer came, ms since 1970. The stored copy goes now: the ticket
 * may move while this page is closed. Throws Failure as `changeDate`.
 */
export const placeChange = fromPromise<Placed, MoveInput>(async ({ input: { token, timespan, key }, signal }) => {
  await forget(token);
  const sent = { params: { reservation_token: token }, key, signal, body: moveTo(timespan) };
  const { order_token, order } = await call(tickets.createChange, sent);
  return { token: order_token, order: withoutPersonalData(order), at: Date.now() };
});
