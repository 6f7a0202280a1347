import { beforeEach, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { apiPrefix, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { sourcesIn } from '#test/house/source.ts';
import { sampled } from '#test/tools/sample.ts';
import { newKey } from './kit/buyer.ts';
import { callNames, changed, pathParams, pathsOf } from './kit/call.ts';
import { inputs, payingBrowser } from './kit/inputs.ts';
import { clientFolder } from './kit/own-sites.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';
import { signatureOf } from './kit/stripe.ts';

/**
 * Everything that a stranger can send, at the greatest length that is read, of one repeated text. Libraries have patterns and
 * loops, too, which no house rule sees. Costs are the thread's own CPU time, so other programs do not count.
 */
const shop = await forFile(startShop({ clientFolder: clientFolder(), proxies: behindProxy }));
const app = createServer(shop.deps);
beforeEach(async () => {
  await shop.db.deleteFrom('tries').execute();
});

const repeated = sampled('repeated texts', [
  [' ', '\t'],
  [',', ';', 'a,'],
  ['=', '&', 'a=&'],
  ['"', '\\', '%41', '<'],
  ['/', '.', '-'],
  ['a', '0', 'あ'],
]);
/** Bytes that are read of a request's head (16 kB with its other lines), of a JSON body, forms, a notice, a report. */
const maxBytes = { head: 15_000, body: 60_000, form: 4_000, return: 64_000, notice: 65_000, report: 16_000 };

/** A place of a request that takes any text; `encode`: how the text is written there. */
type Place = { name: string; bytes: number; encode: (text: string) => string; ask: (written: string) => Request };

const written = ({ bytes, encode }: Place, text: string): string =>
  `a${encode(text).repeat(Math.floor(bytes / Buffer.byteLength(encode(text))))}!`;

/** Least CPU time of up to three attempts, ms; further ones are not needed below `enough`. */
const minCost = async (ask: () => Request, enough: number) => {
  let cost = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let attempt = 0; attempt < 3 && cost > enough; attempt += 1) {
    const request = ask();
    const before = process.threadCpuUsage();
    const reply = await app.fetch(request);
    await reply.arrayBuffer();
    const { user, system } = process.threadCpuUsage(before);
    cost = Math.min(cost, (user + system) / 1000);
    status = reply.status;
  }
  return { cost, status };
};

const bar = 20;

/** A line for each text that costs more than the bar. On a slow machine the bar is ten times the cost of a short text. */
const slowAt = async (place: Place): Promise<string[]> => {
  const faults: string[] = [];
  for (const text of repeated) {
    const value = written(place, text);
    const { cost, status } = await minCost(() => place.ask(value), bar);
    /* A text that is too long is not read, so it would prove nothing. */
    if (status >= 500 || status === 413) faults.push(`${place.name} ${JSON.stringify(text)}: ${status}`);
    if (cost > bar && cost > 10 * (await minCost(() => place.ask(place.encode(text)), 0)).cost)
      faults.push(`${place.name} ${JSON.stringify(text)}: ${Math.round(cost)} ms`);
  }
  return faults;
};
const slowIn = async (places: readonly Place[]): Promise<string[]> => {
  const faults: string[] = [];
  for (const place of places) faults.push(...(await slowAt(place)));
  return faults;
};

/** Addresses are encoded as browsers do it, but `%41`, which is encoded already; a header has no letters beyond Latin-1. */
const inAddress = (text: string) => (text === '%41' ? text : encodeURIComponent(text));
const inHeader = (text: string) => text.replaceAll('あ', 'é');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asIs = (text: string) => text;

const json = { 'content-type': 'application/json' };
type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string | undefined };
const requestOf = ({ method, path, headers = {}, body }: Sent) =>
  new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) });

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
const sentOf = (row: Endpoint, { params = {}, query = {}, body }: Input): Sent => {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return {
    method: row.method,
    path: `${apiPrefix}${row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}?${search.join('&')}`,
    headers: {
      ...(body === undefined ? {} : json),
      'idempotency-key': newKey(),
      'x-browser-secret': payingBrowser.replaceAll('-', ''),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
};

const entriesOf = (schema: object): string[] =>
  'entries' in schema && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : [];

/** Every path part, query value and text of the body of a call. */
const placesOf = (name: string, row: Endpoint, input: Input): Place[] => {
  const own = { name, bytes: maxBytes.head, encode: inAddress };
  const isText = (path: string[]) => {
    let value: unknown = input.body;
    for (const key of path) value = Object(value)[key];
    return typeof value === 'string';
  };
  const texts = [
    ...pathsOf(input.body ?? {}).filter(isText),
    ...entriesOf(row.body)
      .filter((key) => !Object.hasOwn(Object(input.body), key))
      .map((key) => [key]),
  ];
  const mark = 'long-text';
  return [
    ...pathParams(row.path).map((part) => ({
      ...own,
      name: `${name} {${part}}`,
      ask: (text: string) => requestOf(sentOf(row, { ...input, params: { ...input.params, [part]: text } })),
    })),
    ...entriesOf(row.query).map((part) => ({
      ...own,
      name: `${name} ?${part}`,
      ask: (text: string) => requestOf(sentOf(row, { ...input, query: { ...input.query, [part]: text } })),
    })),
    ...texts.map((path) => {
      const body = changed(input.body, path, (parent, key) => {
        parent[key] = mark;
      });
      const sent = sentOf(row, { ...input, body });
      return {
        name: `${name} ${path.join('/')}`,
        bytes: maxBytes.body,
        encode: inJson,
        ask: (text: string) =>
          requestOf({
            ...sent,
            headers: { ...sent.headers, 'idempotency-key': newKey() },
            body: sent.body?.replace(mark, () => text),
          }),
      };
    }),
  ];
};

it.each(callNames)('%s answers within its bar whatever is long', async (name) => {
  const input: Input = await inputs[name](shop);
  expect(await slowIn(placesOf(name, contract[name], input))).toEqual([]);
});

/** Every header that the server reads by its name. */
const headers = new Set([
  'x-browser-secret',
  ...sourcesIn(['server'])
    .filter(({ path }) => !/\.test\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/header(?:s\.get)?\('([a-z-]+)'\)/g)].map(([, header = '']) => header)),
]);

const readers: Record<string, Sent> = {
  'a shared read': { method: 'GET', path: `${apiPrefix}/langs` },
  'a read of one order': { method: 'GET', path: `${apiPrefix}/orders/none` },
  'a write': {
    method: 'PUT',
    path: `${apiPrefix}/orders/none`,
    headers: { ...json, 'idempotency-key': newKey() },
    body: '{}',
  },
  'a page': { method: 'GET', path: '/' },
  'a notice': { method: 'POST', path: `${apiPrefix}/webhooks/stripe`, body: '{}' },
  'an operation': { method: 'POST', path: `${apiPrefix}/operator/today`, headers: json, body: '{}' },
};
it.each(Object.entries(readers))('%s answers within its bar whatever header is long', async (name, sent) => {
  expect([...headers]).toEqual(expect.arrayContaining(['if-none-match', 'accept-encoding', 'x-forwarded-for']));
  const places = [...headers].map((header) => ({
    name: `${name} ${header}`,
    bytes: maxBytes.head,
    encode: inHeader,
    ask: (text: string) => requestOf({ ...sent, headers: { ...sent.headers, [header]: text } }),
  }));
  expect(await slowIn(places)).toEqual([]);
});

const get = (pathOf: (text: string) => string, encode = inAddress) => ({
  bytes: maxBytes.head,
  encode,
  ask: (text: string) => requestOf({ method: 'GET', path: pathOf(text) }),
});
const post = (path: string, bytes: number, encode: Place['encode'], bodyOf: (text: string) => string = asIs) => ({
  bytes,
  encode,
  ask: (text: string) => requestOf({ method: 'POST', path, body: bodyOf(text) }),
});
const stripeNotice = (text: string): Sent => {
  const body = `{"id":"evt_1","type":"${text}","data":{"object":{}}}`;
  const headers = { 'stripe-signature': signatureOf(body) };
  return { method: 'POST', path: `${apiPrefix}/webhooks/stripe`, headers, body };
};
/** Places outside the contract. */
const others: Record<string, Omit<Place, 'name'>> = {
  'a path': get((text) => `/${text}`, encodeURI),
  'a path of a site': get((text) => `/mori/${text}`),
  'a language': get((text) => `/?lang=${text}`),
  'a path of the API': get((text) => `${apiPrefix}/${text}`, encodeURI),
  'a calendar file': get((text) => `${apiPrefix}/tickets/${text}/calendar`),
  'a pass': get((text) => `${apiPrefix}/tickets/${text}/passes/apple`),
  'a newsletter': post(`${apiPrefix}/mailmagazines/none/release`, maxBytes.form, asIs),
  'a return': get((text) => `${apiPrefix}/payment-return/gmo?r=${text}`),
  'a method of a return': get((text) => `${apiPrefix}/payment-return/${text}?r=none`),
  'a form of a return': post(`${apiPrefix}/payment-return/gmo?r=none`, maxBytes.return, asIs),
  'a report': post('/csp-reports', maxBytes.report - 80, inJson, (text) => `{"csp-report":{"blocked-uri":"${text}"}}`),
  "Stripe's notice": { bytes: maxBytes.notice, encode: inJson, ask: (text) => requestOf(stripeNotice(text)) },
  "GMO's notice": post(
    `${apiPrefix}/webhooks/gmo`,
    maxBytes.notice,
    asIs,
    (text) => `ShopID=tshop00000001&OrderID=${text}`,
  ),
  "SB Payment Service's notice": post(
    `${apiPrefix}/webhooks/softbank`,
    maxBytes.notice,
    asIs,
    (text) => `order_id=${text}`,
  ),
};
it.each(Object.entries(others))('%s is answered within its bar however long it is', async (name, place) => {
  expect(await slowAt({ name, ...place })).toEqual([]);
});

it('a body of very many values is refused as quickly', async () => {
  const ask = () =>
    new Request(`http://localhost${apiPrefix}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
      body: `{"option_values":[${'{},'.repeat(20_000)}{}]}`,
    });
  const { cost, status } = await minCost(ask, bar);
  expect([status, cost < bar || `${cost} ms`]).toEqual([400, true]);
});
