import { contract } from 'ticket-store/src/api/contract/index.ts';
import { addDays } from 'ticket-store/src/domain/dates.ts';
import { cardToken, choiceOf, customer, timed, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import * as v from 'valibot';
import { callOf, jsonOf } from './http.ts';

export type Seats = { take: () => string; release: (slot: string) => void };

/** Free seats of the next days, spread over all slots so that none is contended. `take` throws when none is left. */
export const seatsOf = async (url: string): Promise<Seats> => {
  const slots: string[] = [];
  const free = new Map<string, number>();
  for (let day = 0; day < 85; day += 1) {
    const date = addDays(tomorrow, day);
    const query = { from: date, to: date, lang: 'ja', product_uuid: timed };
    const { time_spans } = v.parse(
      contract.searchProducts.reply,
      jsonOf(await callOf(url, contract.searchProducts, { query })),
    );
    for (const { id, remaining } of time_spans) free.set(id, remaining);
    slots.push(...time_spans.map(({ id }) => id));
  }
  let next = 0;
  const count = (slot: string, seats: number) => free.set(slot, (free.get(slot) ?? 0) + seats);
  return {
    take: () => {
      for (let tries = 0; tries < slots.length; tries += 1) {
        next = (next + 1) % slots.length;
        const slot = slots[next] ?? '';
        if ((free.get(slot) ?? 0) < 1) continue;
        count(slot, -1);
        return slot;
      }
      throw new Error('All seats are gone.');
    },
    release: (slot) => count(slot, 1),
  };
};

/** Takes a hold for one adult and returns token and price; `call` sends the request. */
export const placeOrder = async (url: string, span: string, call = callOf) => {
  const reply = jsonOf(await call(url, contract.createOrder, { body: choiceOf(span, 1) }));
  const { order_token, order } = v.parse(contract.createOrder.reply, reply);
  return { token: order_token, price: order.price };
};

/** Takes a hold and cancels it. */
export const holdAndCancel = async (url: string, { take, release }: Seats): Promise<void> => {
  const span = take();
  const { token } = await placeOrder(url, span);
  jsonOf(await callOf(url, contract.deleteOrder, { params: { token } }));
  release(span);
};

export type StartedPurchase = { params: { token: string }; body: Record<string, unknown> };

/** A purchase up to the payment: hold, customer, card. */
export const startPurchase = async (
  url: string,
  sandbox: string,
  span: string,
  call = callOf,
): Promise<StartedPurchase> => {
  const { token, price } = await placeOrder(url, span, call);
  const params = { token };
  jsonOf(await call(url, contract.putOrder, { params, body: customer }));
  const payment = { token: await cardToken({ sandbox: { url: sandbox } }), brand: 'visa', last4: '4242' };
  return { params, body: { payment_method: 'stripe_secure', payment, lang: 'ja', price } };
};

/** Pays. Throws if the order is not paid. */
export const finish = async (url: string, one: StartedPurchase, call = callOf): Promise<void> => {
  const reply = v.parse(contract.checkout.reply, jsonOf(await call(url, contract.checkout, one)));
  if (reply.status !== 'paid') throw new Error(`The payment is ${reply.status}.`);
};

/** A whole purchase, as the browser makes it. Throws if the order is not paid. */
export const purchase = async (url: string, sandbox: string, span: string, call = callOf): Promise<void> =>
  finish(url, await startPurchase(url, sandbox, span, call), call);
