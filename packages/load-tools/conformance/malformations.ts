import fc from 'fast-check';
import { type Endpoint, None } from 'ticket-store/src/api/endpoint.ts';
import { pathParams, rows } from 'ticket-store/test/api/kit/call.ts';
import * as v from 'valibot';

/** A request by its parts, with the position of its fault. */
export type Malformed = {
  name: string;
  row: Endpoint;
  /** The change that was made, for the report. */
  how: string;
  query: string;
  /** The raw value of the path parameter; null uses a valid one. */
  token: string | null;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** The field at fault; '' for the whole request, null if no field needs to be named. */
  field: string | null;
};

/** Any character. fast-check's own unit `binary` prepares a table of a million first. */
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0x41 : code));

const text = fc.oneof(
  fc.string({ unit: character, maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '🎫',
    'ｆｕｌｌ',
    'e\u0301'.repeat(99),
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '../../etc/passwd',
    '#{7*7}',
    '<script>',
    '%00',
    '__proto__',
    'constructor',
    '\r\nx: y',
  ),
  fc.integer({ min: 129, max: 9_000 }).map((length) => 'y'.repeat(length)),
);
const number = fc.constantFrom(-1, 0.5, 1e300, -0, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 1e-7, 101, 100_000_000);
const deep = fc.integer({ min: 15, max: 900 }).map((depth) => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
});
const odd = fc.oneof(
  text,
  number,
  fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], { length: 1 }, { toString: 'x' }),
  fc.jsonValue({ maxDepth: 3 }),
  deep,
);

const hasBody = ({ body }: Endpoint): boolean => body !== None;
const hasQuery = ({ query }: Endpoint): boolean => query !== None;

/** Every settable position in a JSON value, as a path of keys. */
const pathsOf = (value: unknown, path: string[] = []): string[][] => {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
};

/** A copy of the value, with the change applied at the position `[key, ...rest]`. */
const changed = (
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

const json = 'application/json';

/** Valid bodies and queries, by the name of the call. */
export type Samples = { bodies: Record<string, object>; queries: Record<string, Record<string, string>> };

const whole = ({ bodies, queries }: Samples, name: string, row: Endpoint): Malformed => ({
  name,
  row,
  how: 'as it should be',
  query: new URLSearchParams(queries[name] ?? {}).toString(),
  token: null,
  headers: hasBody(row) ? { 'content-type': json } : {},
  body: hasBody(row) ? JSON.stringify(bodies[name]) : null,
  field: null,
});

/** Whether the contract's schema rejects a value, so that the field must be named. The server's own checks are not consulted. */
const isRefused = (schema: v.GenericSchema, value: unknown): boolean => !v.is(schema, value);

const bodyFaults = (samples: Samples, name: string, row: Endpoint): fc.Arbitrary<Malformed>[] => {
  const good = samples.bodies[name];
  const base = whole(samples, name, row);
  const paths = pathsOf(good);
  const path = fc.constantFrom(...paths);
  const sent = (how: string, value: unknown, where: string): Malformed => ({
    ...base,
    how,
    body: JSON.stringify(value),
    field: isRefused(row.body, value) ? where : null,
  });
  const broken = (how: string, body: Malformed['body'], headers = base.headers): Malformed => ({
    ...base,
    how,
    headers,
    body,
    field: '',
  });
  const letters = JSON.stringify(good);
  return [
    fc.tuple(path, odd).map(([at, value]) => {
      const set = changed(good, at, (parent, key) => {
        parent[key] = value;
      });
      return sent(`${at.join('/')} is ${JSON.stringify(value).slice(0, 60)}`, set, at.join('/'));
    }),
    path.map((at) => {
      const cut = changed(good, at, (parent, key) => {
        delete parent[key];
      });
      /* A removed item of a list is null in JSON. */
      return sent(`without ${at.join('/')}`, cut, at.join('/'));
    }),
    path.map((at) => {
      const boxed = changed(good, at, (parent, key) => {
        parent[key] = [parent[key]];
      });
      return sent(`${at.join('/')} in a list`, boxed, at.join('/'));
    }),
    fc
      .tuple(fc.oneof(fc.constant('__proto__'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })), odd)
      .filter(([key]) => !Object.hasOwn(good ?? {}, key) && key !== 'replaces')
      .map(([key, value]) => {
        const field = key.replaceAll('~', '~0').replaceAll('/', '~1');
        return { ...sent(`with ${key}`, Object.fromEntries([...Object.entries(good ?? {}), [key, value]]), ''), field };
      }),
    odd
      .filter((value) => typeof value !== 'object' || Array.isArray(value))
      .map((value) => sent('another value', value, '')),
    fc.nat(letters.length - 1).map((at) => broken(`cut after ${at}`, letters.slice(0, at))),
    fc
      .constantFrom('{', 'nul', '{"a":1}}', '\u0000', '\ufeff{', "{'a':1}", 'NaN', '{"a":01}')
      .map((raw) => broken(raw, raw)),
    fc
      .constantFrom<BufferEncoding>('utf16le', 'latin1')
      .map((encoding) => broken(encoding, new Uint8Array(Buffer.from(letters.replace(':"', ':"é'), encoding)))),
    fc
      .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', '')
      .map((type) => broken(`as ${type}`, letters, type ? { 'content-type': type } : {})),
    fc.integer({ min: 65_537, max: 90_000 }).map((size) => broken(`of ${size} bytes`, letters.padEnd(size))),
  ];
};

const queryFaults = (samples: Samples, name: string, row: Endpoint): fc.Arbitrary<Malformed>[] => {
  const good = samples.queries[name] ?? {};
  const base = whole(samples, name, row);
  const keys = [...Object.keys(good), 'order_token', 'quantity', 'lang'];
  const withQuery = (how: string, value: Record<string, string>, where: string): Malformed => ({
    ...base,
    how,
    query: new URLSearchParams(value).toString(),
    field: isRefused(row.query, value) ? where : null,
  });
  return [
    fc.tuple(fc.constantFrom(...keys), text).map(([key, value]) => {
      return withQuery(`?${key}=${value.slice(0, 40)}`, { ...good, [key]: value.toWellFormed() }, key);
    }),
    fc.constantFrom(...keys).map((key) => {
      const { [key]: _cut, ...rest } = good;
      return withQuery(`without ?${key}`, rest, key);
    }),
    fc
      .constantFrom('%', '%E0%A4%A', '%00', '&&==', '?', '[]=1', 'a[b]=c')
      .map((raw) => ({ ...base, how: raw, query: `${base.query}&odd=${raw}` })),
  ];
};

const tokenFaults = (samples: Samples, name: string, row: Endpoint): fc.Arbitrary<Malformed>[] => [
  fc
    .oneof(
      text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 4_000)),
      fc.constantFrom('%00', '%', '%E0%A4%A', '%ff%fe', '%2e%2e%2f', '..;', '%252f', 'A'.repeat(129)),
    )
    .filter((token) => !['', '.', '..', '%2e', '%2e%2e'].includes(token.toLowerCase()))
    .map((token) => ({ ...whole(samples, name, row), how: `/${token.slice(0, 40)}`, token })),
];

const headerFaults = (samples: Samples, name: string, row: Endpoint): fc.Arbitrary<Malformed>[] => {
  const base = whole(samples, name, row);
  const withHeaders = (headers: Record<string, string>, field: string | null): Malformed => {
    return { ...base, how: JSON.stringify(headers).slice(0, 60), headers: { ...base.headers, ...headers }, field };
  };
  return [
    fc
      .constantFrom('short', '0123456789abcdef0123456789abcde', 'k'.repeat(256), '"é-é-é-é-é"', 'with a space')
      .map((key) => withHeaders({ 'idempotency-key': key }, row.method === 'GET' ? null : 'idempotency-key')),
    fc
      .constantFrom<Record<string, string>>(
        { 'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}` },
        { 'x-request-id': '{}"\\' },
        { 'accept-encoding': ';;q=,,' },
        { 'x-recaptcha-token': 'x'.repeat(8_000) },
        { 'if-none-match': '"'.repeat(3_000) },
        { accept: '*'.repeat(4_000) },
        { 'x-large': 'x'.repeat(17_000) },
        { 'content-encoding': 'gzip' },
      )
      .map((headers) => withHeaders(headers, null)),
  ];
};

/** Any call with any fault; each call is drawn equally often, however many faults it can have. */
export const malformedOf = (samples: Samples): fc.Arbitrary<Malformed> =>
  fc.oneof(
    ...rows.map(([name, row]) =>
      fc.oneof(
        ...(hasBody(row) ? bodyFaults(samples, name, row) : []),
        ...(hasQuery(row) ? queryFaults(samples, name, row) : []),
        ...(pathParams(row.path).length > 0 ? tokenFaults(samples, name, row) : []),
        ...headerFaults(samples, name, row),
      ),
    ),
  );
