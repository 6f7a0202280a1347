import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#src/api/endpoint.ts';
import { failureCodes } from '#src/domain/failures.ts';
import type { Answer } from './kit/call.ts';
import { bodies, changed, hasBody, hasQuery, pathParams, pathsOf, queries, rows } from './kit/calls.ts';
import { forFile } from './kit/for-file.ts';
import { problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const named = (of: (row: Endpoint) => boolean) => rows.filter(([, row]) => of(row));
const optional = ['replaces', 'order_token', 'lang'];

const tokens = (row: Endpoint, value = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA') =>
  Object.fromEntries(pathParams(row.path).map((name) => [name, value]));
const valid = (name: string, row: Endpoint) => ({
  params: tokens(row),
  query: queries[name] ?? {},
  ...(hasBody(row) ? { body: bodies[name] } : {}),
});

/** A rejection of input: 4xx, a known error code, and no internals of the server in the text. */
const refusal = (answer: Answer) => {
  const problem = problemOf(answer);
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBeLessThan(500);
  expect(failureCodes).toContain(problem.code);
  expect(answer.text).not.toMatch(/\bat \w+ \(|select |syntax|kysely|node_modules/i);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return problem;
};

const wrong = [null, 7.5, -1, 1e300, true, {}, [], [[]], 'x\u0000y', '\ud800', 'y'.repeat(2_000)];

describe.each(named(hasBody))('%s: its body', (name, row) => {
  const body = bodies[name];
  const send = (sent: unknown, headers = {}) => shop.send(row, { params: tokens(row), body: sent, headers });

  it.each(['{', '', 'nul', '{"a":1}}', '\u0000'])('%j is not JSON', async (text) => {
    const answer = await send(text);
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('of another type, in another encoding, without a type, or too large is rejected', async () => {
    expect(refusal(await send(body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(refusal(await send(body, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect(refusal(await shop.send(row, { params: tokens(row) })).status).toBe(415);
    expect(refusal(await send({ ...body, pad: 'x'.repeat(70_000) })).status).toBe(413);
    expect(refusal(await send(`{"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).fields).toEqual(['deep/0/0']);
  });

  it.each([[[]], [null], ['text'], [1], [{}]])('%j is not the object it should be', async (value) => {
    expect(refusal(await send(JSON.stringify(value)))).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('with a field missing names it', async () => {
    for (const path of pathsOf(body)) {
      if (/^\d+$/.test(path.at(-1) ?? '')) continue;
      const cut = changed(body, path, (parent, key) => {
        delete parent[key];
      });
      expect(refusal(await send(cut)).fields).toContain(path.join('/'));
    }
  });

  it('with an unknown field names it', async () => {
    for (const path of [['surplus'], ...pathsOf(body).filter((path) => /\/\d+$/.test(path.join('/')))]) {
      const more = changed(body, path, (parent, key) => {
        if (key === 'surplus') parent.surplus = 1;
        else Object(parent[key]).surplus = 1;
      });
      const where = [...path, ...(path.at(-1) === 'surplus' ? [] : ['surplus'])].join('/');
      expect(refusal(await send(more)).fields).toContain(where);
    }
    expect(refusal(await send(`{"__proto__":{"a":1},${JSON.stringify(body).slice(1)}`)).fields).toContain('__proto__');
  });

  it('with a field of the wrong type names it', async () => {
    for (const path of pathsOf(body))
      for (const value of wrong) {
        const odd = changed(body, path, (parent, key) => {
          parent[key] = value;
        });
        const problem = refusal(await send(odd));
        if (problem.code !== 'invalid_input') continue;
        expect(problem.fields.some((field) => field.startsWith(path.join('/')))).toBe(true);
      }
  });
});

/* A query without required fields can only be malformed, not incomplete. */
const wants = (row: Endpoint) => !v.is(row.query, {});
describe.each(named(wants))('%s: its query', (name, row) => {
  const query = queries[name] ?? {};
  const fields = Object.keys(query);

  it('with a field missing or odd names it', async () => {
    for (const field of fields) {
      const { [field]: _cut, ...rest } = query;
      expect(refusal(await shop.send(row, { query: rest })).fields).toContain(field);
      for (const value of ['', 'x\u0000', '\ud800', '2026-02-31', '0000-01-01', "';--", 'z'.repeat(500), '../..']) {
        const answer = await shop.send(row, { query: { ...query, [field]: value } });
        if (name === 'getQueuePlace' && answer.status === 200) {
          expect(JSON.parse(answer.text), 'no product has this id').toMatchObject({ state: 'over' });
          continue;
        }
        if (refusal(answer).code === 'invalid_input') expect(problemOf(answer).fields).toContain(field);
      }
    }
    expect(fields).not.toHaveLength(0);
  });
});

describe.each(named(hasQuery))('%s: its query', (name, row) => {
  const query = queries[name] ?? {};

  it.each(optional)('with an odd %s never causes a server error', async (field) => {
    for (const value of ['', 'x', '\u0000', 'z'.repeat(500), '🎫']) {
      const { status } = await shop.send(row, { query: { ...query, [field]: value } });
      expect(status).toBeLessThan(500);
    }
  });
});

describe.each(named((row) => pathParams(row.path).length > 0))('%s: its token', (name, row) => {
  it.each([
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'x',
    '%00',
    '\u0000',
    '🎫',
    '../orders',
    'a'.repeat(129),
    "' or 1=1",
    '%E0%A4%A',
  ])('%j is rejected as unknown, without further details', async (token) => {
    const answer = await shop.send(row, { ...valid(name, row), params: tokens(row, token) });
    expect(refusal(answer)).toMatchObject({ status: 404, code: 'token_not_found' });
  });
});

describe('addresses', () => {
  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const reply = await fetch(`${shop.url}${path}`, init);
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

  it.each(rows)('%s with another method returns the allowed methods', async (_name, { path, method }) => {
    const answer = await request(`/api/v1${path.replaceAll(/\{\w+\}/g, 'abc')}`, { method: 'PATCH' });
    expect(refusal(answer).status).toBe(405);
    expect(answer.headers.get('allow')).toContain(method);
  });

  it.each(['/api/v1/', '/api/v1/nothing', '/api/v1/orders/a/b/c', '/nosuch/api/v1/langs', '/api/v1/%E0%A4%A'])(
    '%s is not found',
    async (path) => {
      expect(refusal(await request(path)).status).toBe(404);
    },
  );

  it('no request of these tests caused a server error', () => {
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect(JSON.stringify(shop.logged)).not.toMatch(/AAAAAAAA|visitor\.example/);
  });
});
