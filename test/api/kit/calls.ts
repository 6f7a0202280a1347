import { contract } from '#src/api/contract/index.ts';
import { None } from '#src/api/contract/none.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { choiceOf, customer, timed, tomorrow } from './buyer.ts';

/** Every call of the contract by its name. */
export const rows: [string, Endpoint][] = Object.entries(contract);

/** A valid query for every call that has one, by call name. */
export const queries: Record<string, Record<string, string>> = {
  getProducts: { lang: 'ja' },
  getTexts: { lang: 'ja' },
  getPaymentMethods: { lang: 'ja' },
  searchProducts: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed },
  searchSetProducts: { lang: 'ja', main_product_time_span_id: 'admission-none' },
  getOrderableStocks: { product_time_span_id: 'admission-none' },
  getQueuePlace: { product_uuid: timed },
  getReservation: { email: 'nobody@visitor.example', reservation_number: 'AAAA-AAAA-AAAA' },
  getToday: { lang: 'ja' },
};

const payment = { token: 'ctoken_none', brand: 'visa', last4: '4242' };

/** The same for bodies. */
export const bodies: Record<string, object> = {
  createOrder: choiceOf('admission-none', 1, 1),
  putOrder: customer,
  createOrderMail: customer,
  createOrderCoupon: { coupon: 'WELCOME10' },
  deleteOrderCoupon: { coupon: 'WELCOME10' },
  checkout: { payment_method: 'stripe_secure', payment, lang: 'ja', price: 3800 },
  confirmCheckout: { payment_intent_id: 'pi_none' },
  sendTicket: {
    email: 'nobody@visitor.example',
    note: '',
    lang: 'ja',
    option_values: [{ id: 'admission-adult', count: 1 }],
  },
  splitTicket: { option_values: [{ id: 'admission-adult', count: 1 }] },
  changeDate: { time_span_id: 'admission-none' },
  correctEmail: { email: 'nobody@visitor.example' },
  createReservationMail: { email: 'nobody@visitor.example', lang: 'ja' },
};

/** Names of the parameters in a path. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const hasBody = ({ body }: Endpoint): boolean => body !== None;
export const hasQuery = ({ query }: Endpoint): boolean => query !== None;

/** Every settable position in a JSON value, as a path of keys. */
export const pathsOf = (value: unknown, path: string[] = []): string[][] => {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
};

/** A copy of the value, with the change applied at the position `[key, ...rest]`. */
export const changed = (
  value: unknown,
  [key, ...rest]: string[],
  change: (parent: Record<string, unknown>, key: string) => void,
): unknown => {
  const copy = structuredClone(value);
  let parent = Object(copy);
  let last = key ?? '';
  for (const next of rest) {
    parent = Object(parent[last]);
    last = next;
  }
  change(parent, last);
  return copy;
};
