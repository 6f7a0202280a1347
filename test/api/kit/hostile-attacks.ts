import fc from 'fast-check';
import { methods } from '#src/domain/payment.ts';
import { randomly } from '#test/tools/sample.ts';
import type { Victims } from './hostile-victims.ts';

/** A request to the shop. */
export type Attack = { path: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** The ways in which a notice can be wrong, and the other endpoints. */
export const kinds = [
  'claimed',
  're-cut',
  'shifted',
  'truncated',
  'reordered',
  'duplicated fields',
  'unknown fields',
  'another encoding',
  'empty signature',
  "another order's",
  "another shop's",
  'another amount',
  'another currency',
  'replayed',
  'older state after newer',
  'returns',
  'confirmations',
] as const;
export type Kind = (typeof kinds)[number];

/** An attacker's requests to one provider's endpoints, by kind. */
export type Attacks = Partial<Record<Kind, Attack[]>>;
export type Attacker = (victims: Victims) => Attacks | Promise<Attacks>;

const { seed, numRuns } = randomly('random notices of each kind and method', 100, 4);

/** Random values, the same for the same seed. */
export const drawn = <T>(values: fc.Arbitrary<T>): T[] => fc.sample(values, { seed, numRuns });

/** A text split at random positions; the pieces always join to the same text. */
export const pieces = (text: string, count: number): fc.Arbitrary<string[]> =>
  fc
    .array(fc.nat({ max: text.length }), { minLength: count - 1, maxLength: count - 1 })
    .map((cuts) => [0, ...cuts.toSorted((one, two) => one - two), text.length])
    .map((ends) => Array.from({ length: count }, (_, index) => text.slice(ends[index], ends[index + 1])));

/** A request with a form to a provider's endpoint. */
export const formTo =
  (path: string) =>
  (body: Attack['body'] & {}): Attack => ({
    path,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export const form = (fields: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();

/** A body in other encodings than the provider's, and with invalid bytes. */
export const encodings = (body: string): Uint8Array<ArrayBuffer>[] => [
  new Uint8Array(Buffer.from(body, 'utf16le')),
  new Uint8Array(Buffer.from(`\uFEFF${body}`)),
  new Uint8Array([...Buffer.from(body), 0xff, 0xfe, 0x00]),
  new Uint8Array(Buffer.from(body.replaceAll('=', '%EF%BC%9D'))),
];

/** Prefixes and suffixes of a text. */
export const parts = (text: string): string[] => [
  ...[0, 0.25, 0.5, 0.9].map((share) => text.slice(0, Math.floor(text.length * share))),
  text.slice(0, -1),
  text.slice(1),
];

/** Requests to every method's return endpoint, with values that belong to another payment. */
export const atReturns = ({ shop, method, open, paid, other }: Victims): Attack[] => {
  const reference = (id: string | undefined) => (id ? shop.deps.tokens.token('return', id) : 'none');
  const [own, theirs] = [reference(open.attempt?.id), reference(other.attempt?.id)];
  const known = paid.attempt;
  const queries = [
    `payment_intent=${known?.provider_id}&redirect_status=succeeded`,
    `payment_intent_client_secret=${known?.provider_id}_secret_x&payment_intent=${known?.provider_id}`,
    `MD=${known?.data?.access_id}`,
    `MD=${known?.data?.access_id}&event=AuthResultReady&param=x`,
    `Status=CAPTURE&AccessID=${known?.data?.access_id}&OrderID=${known?.id}`,
    `res_result=OK&order_id=${open.attempt?.id}&res_tracking_id=${known?.provider_id}`,
    `amount=1&status=paid&state=paid`,
  ];
  /* For PayPay by GMO, a return reports that the visitor has paid there, so the order waits for the result. */
  const named = queries.map((query) => ({ path: `/payment-return/${method}?r=${own}&${query}` }));
  return [
    ...named,
    ...queries.map((query) => ({ path: `/payment-return/${method}?r=${own}`, body: query })),
    { path: `/returns/${own}` },
    { path: `/returns/${theirs}` },
    ...queries.map((query) => ({ path: `/payment-return/${method}?r=${theirs}&${query}`, body: query })),
    ...methods.filter((one) => one !== method).map((one) => ({ path: `/payment-return/${one}?r=${own}` })),
    ...['', 'zzzz', own.slice(1), `${own}a`, own.toUpperCase(), '%00'].map((r) => ({
      path: `/payment-return/${method}?r=${r}`,
    })),
  ];
};

/** The call by which a browser reports that an identity check is over. */
export const atConfirmation = ({ open, paid }: Victims): Attack[] => {
  const ids = [paid.attempt, open.attempt].flatMap((attempt) => [
    attempt?.id,
    attempt?.order_id,
    attempt?.provider_id,
    attempt?.data?.access_id,
    attempt?.data?.tracking,
  ]);
  return [...ids, 'pi_unknown', '', 'x'.repeat(200)].map((payment_intent_id = '') => ({
    path: '/orders/confirmcheckout',
    body: JSON.stringify({ payment_intent_id }),
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  }));
};
