import { fromPromise } from 'xstate';
import type { Placed } from '#machines/order/order.types.ts';
import { call } from '#src/api/call.ts';
import { createOrderMail, putOrder } from '#src/api/contract/customers.ts';
import { deleteOrder } from '#src/api/contract/holds.ts';
import { Failure } from '#src/domain/failures.ts';
import type { CancelInput, CustomerInput, Mailed, MailInput } from './purchase.types.ts';

/** Throws the failure that a dead token causes when there is none. */
const known = (token: string | null): string => {
  if (!token) throw new Failure({ code: 'session_timeout', unknown: false });
  return token;
};

/** Sends the customer's data; returns the order with it. Throws Failure. */
export const putCustomer = fromPromise<Placed, CustomerInput>(async ({ input, signal }) => {
  const token = known(input.token);
  if (!input.customer) throw new Failure({ code: 'invalid_input', unknown: false });
  const order = await call(putOrder, { params: { token }, body: input.customer, key: input.key, signal });
  return { token, order, at: Date.now() };
});

/** Stores the customer's data and sends the confirmation mail (sites with mail confirmation). Throws Failure. */
export const sendOrderMail = fromPromise<Mailed, MailInput>(async ({ input, signal }) => {
  const token = known(input.token);
  if (!input.customer) throw new Failure({ code: 'invalid_input', unknown: false });
  const body = { ...input.customer, lang: input.lang };
  const { sent_to } = await call(createOrderMail, { params: { token }, body, key: input.key, signal });
  return { sent_to, at: Date.now() };
});

/** Frees the seats. Throws Failure; status 400 is a silent one (docs/product.md#call-delete-order). */
export const cancelOrder = fromPromise<void, CancelInput>(async ({ input, signal }) => {
  if (!input.token) return;
  await call(deleteOrder, { params: { token: input.token }, key: input.key, signal });
});
