import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { createOrderMail, deleteOrder, putOrder } from '#src/api/contract/orders.ts';
import { Failure } from '#src/domain/failures.ts';
import type { CancelInput, CustomerInput, Saved } from './purchase.types.ts';

/** Sends the customer's data; returns the order with it, or where the mail went that confirms the address. Throws Failure. */
export const sendCustomer = fromPromise<Saved, CustomerInput>(async ({ input, signal }) => {
  const { token, customer, mailIn: lang, key } = input;
  // as the server refuses a dead token
  if (!token) throw new Failure({ code: 'session_timeout', unknown: false });
  if (!customer) throw new Failure({ code: 'invalid_input', unknown: false });
  if (lang === null) {
    const order = await call(putOrder, { params: { token }, body: customer, key, signal });
    return { token, order, at: Date.now() };
  }
  const { sent_to } = await call(createOrderMail, { params: { token }, body: { ...customer, lang }, key, signal });
  return { sent_to, at: Date.now() };
});

/** Frees the seats. Throws Failure; status 400 is a silent one (docs/product.md#call-delete-order). */
export const cancelOrder = fromPromise<void, CancelInput>(async ({ input: { token, key, timeout }, signal }) => {
  if (token) await call({ ...deleteOrder, timeout }, { params: { token }, key, signal });
});
