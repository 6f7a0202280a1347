import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { offeredNames } from '#server/operators/commands/http.ts';
import { call } from '#src/api/call.ts';
import { type CallName, callNames, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { newKey } from './kit/buyer.ts';
import { pathParams, schemasOf } from './kit/call.ts';
import { inputs, payingBrowser } from './kit/inputs.ts';
import { callOperator, makeToken, openOps, samples } from './kit/ops.ts';
import { openPageOf } from './kit/page-of.ts';
import { forFile, startShop } from './kit/shop.ts';

/** The browser secret, as the page sends it. */
const secret = payingBrowser;

const Parameter = v.union([
  v.object({ name: v.string(), in: v.picklist(['path', 'query', 'header']), required: v.boolean() }),
  v.object({ $ref: v.string() }),
]);
const Operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  parameters: v.array(Parameter),
  requestBody: v.optional(v.object({ required: v.boolean(), content: v.record(v.string(), v.unknown()) })),
  responses: v.record(v.string(), v.unknown()),
});
const Description = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.looseObject({ parameters: v.record(v.string(), Parameter) }),
});

const shop = await forFile(startShop());
openPageOf(`${shop.url}/`, secret);
const document = await (await fetch(`${shop.url}/openapi.json`)).json();
const described = v.parse(Description, document);
const errorsOf = schemasOf(document);
const ops = await forFile(openOps(shop));

const operationOf = ({ method, path }: Endpoint) => {
  const operation = described.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The description lacks ${method} ${path}.`);
  return operation;
};

/** The errors that the OpenAPI schema at this place (a path of keys) reports for a value. */
const faultsOf = (place: string[], value: unknown): string[] =>
  errorsOf(place, value).map(({ instancePath, message }) => `${instancePath} ${message}`);

/** The fields of an object schema of the contract, and which of them are required. */
const fieldsOf = (schema: v.GenericSchema): { name: string; required: boolean }[] => {
  if (!('entries' in schema) || typeof schema.entries !== 'object') return [];
  return Object.entries(schema.entries ?? {}).map(([name, field]) => ({ name, required: !v.is(field, undefined) }));
};

/** Makes the call with the client's own function and records the HTTP traffic. */
const record = async (name: CallName) => {
  const row: Endpoint = contract[name];
  const options: NonNullable<Parameters<typeof call>[1]> = await inputs[name](shop);
  const wire: { request: Request; text: string }[] = [];
  const plain = globalThis.fetch;
  const watch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    const request = new Request(typeof to === 'string' ? new URL(to, shop.url) : to, init);
    // The sandbox runs in this process too; its notices are not part of the call.
    if (request.url.includes('/webhooks/')) return plain(request);
    const reply = await plain(request.clone());
    wire.push({ request, text: await reply.clone().text() });
    return reply;
  });
  try {
    const reply = await call(row, { ...options, ...(row.method === 'GET' ? {} : { key: newKey() }) });
    const [first] = wire;
    if (!first || wire.length > 1) throw new Error(`${name} made ${wire.length} requests.`);
    return { row, options, reply, ...first };
  } finally {
    watch.mockRestore();
  }
};

describe('every call of the contract', () => {
  it.each(callNames)(
    '%s, called by the client’s function, responds as contract and description specify',
    async (name) => {
      const { row, reply, text, request, options } = await record(name);
      expect(Object.keys(options.params ?? {})).toEqual(pathParams(row.path));
      expect(request.headers.has('idempotency-key')).toBe(row.method !== 'GET');
      expect(request.headers.has('x-recaptcha-token')).toBe(row.header !== undefined);
      expect(request.headers.get('x-browser-secret')).toBe(row.browser ? secret : null);
      const sent: unknown = JSON.parse(text);
      const added = name.endsWith('OrderCoupon') ? ['coupon_name', 'coupon_discount', 'discount_type'] : [];
      const ofContract = JSON.parse(text, (key, value: unknown) => (added.includes(key) ? undefined : value));
      expect(ofContract, `${name} answers more or less than the contract's reply`).toEqual(
        JSON.parse(JSON.stringify(reply), (key, value: unknown) => (added.includes(key) ? undefined : value)),
      );
      const place = ['paths', row.path, row.method.toLowerCase()];
      expect(faultsOf([...place, 'responses', '200', 'content', 'application/json', 'schema'], sent)).toEqual([]);
      const body = await request.text();
      if (body)
        expect(faultsOf([...place, 'requestBody', 'content', 'application/json', 'schema'], JSON.parse(body))).toEqual(
          [],
        );
    },
  );

  it.each(callNames)('%s is in the description with its parameters', (name) => {
    const row: Endpoint = contract[name];
    const { operationId, summary, parameters, requestBody } = operationOf(row);
    expect(operationId).toBe(name);
    expect(summary).toMatch(/^[A-Z].{5,}/);
    const listed = parameters.map((parameter) => {
      const found =
        '$ref' in parameter ? described.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
      return found && 'name' in found ? `${found.in} ${found.name}${found.required ? '' : '?'}` : 'none';
    });
    expect(listed).toEqual([
      ...pathParams(row.path).map((place) => `path ${place}`),
      ...fieldsOf(row.query).map(({ name: field, required }) => `query ${field}${required ? '' : '?'}`),
      ...(row.method === 'GET' ? [] : ['header Idempotency-Key?']),
      ...(row.header ? [`header ${row.header}?`] : []),
      ...(row.browser ? ['header x-browser-secret?'] : []),
    ]);
    expect(requestBody !== undefined).toBe(fieldsOf(row.body).length > 0);
  });

  it.each(callNames)('%s with another method returns the allowed methods', async (name) => {
    const { path, method } = contract[name];
    const reply = await fetch(`${shop.url}/api/v1${path.replaceAll(/\{\w+\}/g, 'abc')}`, { method: 'PATCH' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, expect.stringContaining(method)]);
  });
});

/** The linter's messages for an OpenAPI description, one line each. */
const lintFindings = async (source: string): Promise<string[]> => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      /* The shop has no licence yet, and the description must not invent one. */
      'info-license': 'off',
      /*
       * /orders/checkout/{token} (docs/product.md#call-checkout) and /orders/{token}/extend, or two paths of /tickets, overlap
       * only for a token `checkout` or `shared`; tokens have 32 letters.
       */
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
};

describe('the description of the API', () => {
  it('passes a linter', async () => {
    expect(await lintFindings(JSON.stringify(document))).toEqual([]);
  });

  it('has an answer for each call with a method that its path does not have', () => {
    const { paths, components } = document;
    const calls = Object.values(paths).flatMap((path) => Object.values(Object(path)));
    expect(calls.length).toBe(Object.keys(contract).length + offeredNames.length);
    for (const call of calls)
      expect(Object(call).responses['405'].$ref).toMatch(/^#\/components\/responses\/(Operator)?Problem405$/);
    expect(components.responses.OperatorProblem405.headers).toHaveProperty('Allow');
    expect(components.responses.Problem405).toMatchObject({
      description: expect.stringContaining('`bad_request`'),
      headers: { Allow: { schema: { type: 'string' } } },
    });
  });
});

const operate = (name: string, sent: unknown, token: string) => callOperator(shop, name, sent, { token });

it('the operations of a site answer as the OpenAPI document says', async () => {
  expect(document.components.securitySchemes).toMatchObject({ OperatorToken: { type: 'http', scheme: 'bearer' } });
  const { token } = await makeToken(ops, 'borderless', 'full');
  for (const name of offeredNames) {
    const { post } = document.paths[`/operator/${name}`];
    expect(post.security).toEqual([{ OperatorToken: [] }]);
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span);
    if (name === 'gate-undo') await ops.run('gate', samples(number, span).gate);
    const answers = [
      await operate(name, samples(number, span)[name], token),
      await operate(name, { ...samples(number, span)[name], dry_run: true }, token),
      await operate(name, { surplus: true }, token),
    ];
    const statuses = answers.map(({ status }) => status);
    expect([name, ...statuses]).toEqual([name, name === 'catalogue-import' ? 409 : 200, expect.any(Number), 400]);
    for (const answer of answers) {
      expect(Object.keys(post.responses)).toContain(String(answer.status));
      const schema =
        answer.status === 200
          ? ['paths', `/operator/${name}`, 'post', 'responses', '200', 'content', 'application/json', 'schema']
          : ['components', 'schemas', 'OperatorProblem'];
      expect([name, answer.status, errorsOf(schema, answer.body)]).toEqual([name, answer.status, []]);
    }
  }
});
