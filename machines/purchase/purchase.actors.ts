import { fromPromise } from 'xstate';
import type { Placed } from '#machines/order/order.types.ts';
import { loadPaying, payingActors } from '#machines/shared/lazy-machines.ts';
import { call } from '#src/api/call.ts';
import { createOrderMail, deleteOrder, getOrder, getOrderMail, putOrder } from '#src/api/contract/orders.ts';
import { Failure } from '#src/domain/failures.ts';
import type { CancelInput, CustomerInput, ResumeInput } from './purchase.types.ts';

/** Throws the failure that a dead token causes when there is none. */
const known = (token: string | null): string => {
  if (!token) throw new Failure({ code: 'session_timeout', unknown: false });
  return token;
};

/**
 * The order as the server has it, by its own token or by that of a confirmation mail's link. `at`: when the answer came,
 * ms since 1970. Throws Failure: token_not_found when the link is dead.
 */
export const readOrder = fromPromise<Placed, ResumeInput>(async ({ input, signal }) => {
  await loadPaying();
  const ofMail = input.mailToken ? await call(getOrderMail, { params: { token: input.mailToken }, signal }) : null;
  const token = known(ofMail?.order_token ?? input.token);
  return { token, order: await call(getOrder, { params: { token }, signal }), at: Date.now() };
});

/** Sends the customer's data. Out: the order with them. Throws Failure. */
export const putCustomer = fromPromise<Placed, CustomerInput>(async ({ input, signal }) => {
  const token = known(input.token);
  if (!input.customer) throw new Failure({ code: 'invalid_input', unknown: false });
  const order = await call(putOrder, { params: { token }, body: input.customer, key: input.key, signal });
  return { token, order, at: Date.now() };
});

/** Keeps the customer's data and has the confirmation mail sent (sites with mail confirmation). Throws Failure. */
export const sendOrderMail = fromPromise<{ sent_to: string }, CustomerInput>(async ({ input, signal }) => {
  const token = known(input.token);
  if (!input.customer) throw new Failure({ code: 'invalid_input', unknown: false });
  return call(createOrderMail, { params: { token }, body: input.customer, key: input.key, signal });
});

/** Frees the seats. Throws Failure; status 400 is a silent one (docs/product.md#call-delete-order). */
export const cancelOrder = fromPromise<void, CancelInput>(async ({ input, signal }) => {
  if (!input.token) return;
  await call(deleteOrder, { params: { token: input.token }, key: input.key, signal });
});

/** What a purchase runs beside the order page; one object with the machines that are loaded later. */
export const actors = Object.assign(payingActors, { putCustomer, sendOrderMail, readOrder, cancelOrder });
