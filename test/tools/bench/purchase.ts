import * as v from 'valibot';
import { contract } from '#src/api/contract/index.ts';
import { addDays } from '#src/domain/dates.ts';
import { choiceOf, customer, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { ask, callOf, jsonOf } from './http.ts';

/** Free seats of the next days, one after the other, so that no slot is the one everybody wants. */
export const seatsOf = async (url: string): Promise<() => string> => {
  const seats: { id: string; remaining: number }[] = [];
  for (let day = 0; day < 60; day += 1) {
    const date = addDays(tomorrow, day);
    const query = { from: date, to: date, lang: 'ja', product_uuid: timed };
    const { time_spans } = v.parse(
      contract.searchProducts.reply,
      jsonOf(await callOf(url, contract.searchProducts, { query })),
    );
    seats.push(...time_spans.map(({ id, remaining }) => ({ id, remaining })));
  }
  let next = 0;
  return () => {
    for (let tries = 0; tries < seats.length; tries += 1) {
      next = (next + 1) % seats.length;
      const seat = seats[next];
      if (!seat || seat.remaining < 1) continue;
      seat.remaining -= 1;
      return seat.id;
    }
    throw new Error('All seats are gone.');
  };
};

/** Takes a hold for one adult. Out: token and price. `call`: how the shop is asked. */
export const placeOrder = async (url: string, span: string, call = callOf) => {
  const reply = jsonOf(await call(url, contract.createOrder, { body: choiceOf(span, 1) }));
  const { order_token, order } = v.parse(contract.createOrder.reply, reply);
  return { token: order_token, price: order.price };
};

const cardToken = async (sandbox: string): Promise<string> => {
  const body = new URLSearchParams({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  }).toString();
  const headers = {
    authorization: 'Bearer pk_test_sandbox',
    'stripe-version': '2026-10-28.endive',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const reply = await ask(`${sandbox}/v1/confirmation_tokens`, { method: 'POST', headers, body });
  return v.parse(v.object({ id: v.string() }), jsonOf(reply)).id;
};

/** A whole purchase, from the hold to the paid order, as the browser does it. Throws when it is not paid. */
export const purchase = async (url: string, sandbox: string, span: string, call = callOf): Promise<void> => {
  const { token, price } = await placeOrder(url, span, call);
  const params = { token };
  jsonOf(await call(url, contract.putOrder, { params, body: customer }));
  const payment = { token: await cardToken(sandbox), brand: 'visa', last4: '4242' };
  const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price };
  const reply = v.parse(contract.checkout.reply, jsonOf(await call(url, contract.checkout, { params, body })));
  if (reply.status !== 'paid') throw new Error(`The payment is ${reply.status}.`);
};
