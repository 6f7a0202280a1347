import * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import { rowOf } from './arrange.ts';
import type { Shop } from './shop.ts';

/** The seed's three products, one of each sale type. */
export const timed = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d01';
export const dated = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d02';
export const season = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d03';
export const tomorrow = addDays(venueDay(Date.now()), 1);

export const customer: CustomerInfo = {
  fullname: '山田 花子',
  email: 'hanako@visitor.example',
  phone: '09012345678',
  gender: 'woman',
  age: '30-39',
  resident_area: 'kanto',
  address: '',
  questionnaire1: '',
  questionnaire2: '',
  questionnaire3: '',
  mail_magazine: 'true',
};

export const newKey = (): string => crypto.randomUUID();

/** Tomorrow's slots of the timed product with at least `seats` free. */
export const freeSlots = async (shop: Shop, seats = 6): Promise<TimeSpan[]> => {
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed };
  const { time_spans } = await shop.call('searchProducts', { query });
  return time_spans.filter(({ remaining }) => remaining >= seats);
};

export const slotAt = async (shop: Shop, index: number): Promise<TimeSpan> => {
  const slot = (await freeSlots(shop)).at(index);
  if (!slot) throw new Error('The seed has too few free slots tomorrow.');
  return slot;
};

/** The body of an order of adults and children. */
export const choiceOf = (span: string, adults: number, children = 0) => ({
  lang: 'ja',
  product_uuid: timed,
  time_span_id: span,
  quantity: adults + children,
  option_values: [
    { id: 'admission-adult', count: adults },
    { id: 'admission-child', count: children },
  ],
  set_products: [],
});

/** The body of an order of one person for another product of the seed, tomorrow. */
export const choiceElsewhere = async (shop: Shop, product_uuid: string, option: string) => {
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid };
  const [span] = (await shop.call('searchProducts', { query })).time_spans;
  return { ...choiceOf(span?.id ?? '', 1), product_uuid, option_values: [{ id: option, count: 1 }] };
};

export type SetCount = { id: string; count: number };

/** Whom an order is for, one adult if nothing is named, with what; the buyer's address, and the code of a coupon. */
export type Party = { adults?: number; children?: number; sets?: SetCount[]; email?: string; coupon?: string };

/** Takes a hold on the slot. */
export const hold = async (shop: Shop, span: string, { adults = 1, children = 0, sets = [] }: Party = {}) => {
  const body = { ...choiceOf(span, adults, children), set_products: sets };
  const { order_token: token, order } = await shop.call('createOrder', { body });
  return { token, price: order.price, order };
};

/** Takes a hold, applies the coupon and stores the customer, so that the order can be paid. */
export const ready = async (shop: Shop, span: string, { email = customer.email, coupon, ...choice }: Party = {}) => {
  const { token, order } = await hold(shop, span, choice);
  if (coupon) await shop.call('createOrderCoupon', { params: { token }, body: { coupon } });
  const { price } = await shop.call('putOrder', { params: { token }, body: { ...customer, email } });
  return { token, price, order };
};

/** Anything with the origin of a sandbox, such as a test's shop. */
export type AtSandbox = { sandbox: { url: string } };

/** The token that the bot check's script makes on a page; sites with the check require one for each order. */
export const botToken = async (
  shop: AtSandbox,
  about: Partial<Record<'key' | 'action' | 'hostname', string>> = {},
): Promise<string> => {
  const usual = { key: 'recaptcha_site_key_of_the_sandbox', action: 'order', hostname: '127.0.0.1' };
  const body = new URLSearchParams({ ...usual, ...about });
  const reply = await fetch(`${shop.sandbox.url}/recaptcha/execute`, { method: 'POST', body });
  if (!reply.ok) throw new Error(`No token: ${reply.status}`);
  return reply.text();
};

/** Posts to the sandbox as Stripe’s API with a key. */
export const postToStripe = async (
  shop: AtSandbox,
  path: string,
  fields: Record<string, string>,
  key: string,
): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive' };
  const reply = await fetch(`${shop.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
};

/** A confirmation token of a test card, as the page's payment form makes it. */
export const cardToken = async (shop: AtSandbox, number = '4242424242424242'): Promise<string> => {
  const fields = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  };
  return v.parse(
    v.object({ id: v.string() }),
    await postToStripe(shop, 'confirmation_tokens', fields, 'pk_test_sandbox'),
  ).id;
};

const LedgerSums = v.object({ charges: v.number(), captured: v.number(), refunded: v.number() });
const LedgerReport = v.object({ orders: v.record(v.string(), LedgerSums) });

/** The provider's ledger for one order: charges that took money, and yen captured and refunded. */
export type LedgerTotals = v.InferOutput<typeof LedgerSums>;

/** The ledger of a sandbox, by order. */
export const ledgerAt = async (sandbox: string): Promise<Record<string, LedgerTotals>> => {
  const reply = await fetch(`${sandbox}/sandbox/ledger`);
  return v.parse(LedgerReport, await reply.json()).orders;
};

/** The provider's ledger for one order: number of charges and amounts. */
export const readLedger = async (shop: Shop, token: string): Promise<LedgerTotals> => {
  const { id } = await rowOf(shop, 'orders', { token_hash: hashOf(token) });
  const orders = await ledgerAt(shop.sandbox.url);
  return orders[id] ?? { charges: 0, captured: 0, refunded: 0 };
};

type Fault = { route: string; fault: string; times?: number; id?: string; phase?: string; ms?: number; code?: string };

/** Has the provider's sandbox do something. */
export const postToSandbox = async (shop: Shop, path: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const reply = await fetch(`${shop.sandbox.url}/sandbox/${path}`, request);
  if (!reply.ok) throw new Error(await reply.text());
};

/** Sets the provider's next faults. */
export const setFault = (shop: Shop, ...faults: Fault[]): Promise<void> => postToSandbox(shop, 'faults', faults);

/** Counts a provider's calls from now on, by a fault that changes nothing, or by another one. */
export const countCalls = async (shop: Shop, route: string, fault = 'delay') => {
  const times = 1_000_000;
  await setFault(shop, { route, fault, times });
  const { faults } = shop.sandbox.sandbox;
  return () =>
    times - (faults.list().waiting.find((one) => one.route === route && one.fault === fault)?.times ?? times);
};

/** Removes all faults of the provider and releases the requests that it held back. */
export const clearFaults = async (shop: Shop): Promise<void> => {
  await fetch(`${shop.sandbox.url}/sandbox/faults`, { method: 'DELETE' });
};
