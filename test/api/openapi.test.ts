import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { offeredNames } from '#server/operators/commands/http.ts';
import { contract } from '#src/api/contract/index.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { rows, schemasOf } from './kit/call.ts';
import { callOperator, makeToken, openOps, samples } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

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
      /* The address in List-Unsubscribe leads a browser to the page, by 303. */
      'operation-2xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
};

describe('the description of the API', () => {
  it('is served as JSON, and passes a linter', async () => {
    const reply = await fetch(`${shop.url}/openapi.json`);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await lintFindings(await reply.text())).toEqual([]);
  });

  it('has an answer for each call with a method that its path does not have', async () => {
    const { paths, components } = await (await fetch(`${shop.url}/openapi.json`)).json();
    const calls = Object.values(paths).flatMap((path) => Object.values(Object(path)));
    const [release, files] = [2, 4];
    expect(calls.length).toBe(Object.keys(contract).length + offeredNames.length + release + files);
    for (const call of calls)
      expect(Object(call).responses['405'].$ref).toMatch(/^#\/components\/responses\/(Operator)?Problem405$/);
    expect(components.responses.OperatorProblem405.headers).toHaveProperty('Allow');
    expect(components.responses.Problem405).toMatchObject({
      description: expect.stringContaining('`bad_request`'),
      headers: { Allow: { schema: { type: 'string' } } },
    });
  });

  it.each(rows)('%s with another method returns the allowed methods', async (_name, { path, method }) => {
    const reply = await fetch(`${shop.url}/api/v1${path.replaceAll(/\{\w+\}/g, 'abc')}`, { method: 'PATCH' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toContain(method);
  });
});

const site = 'borderless';

const ops = await forFile(openOps(shop));

const call = (name: string, sent: unknown, token: string) => callOperator(shop, name, sent, { token });

it('the operations of a site answer as the OpenAPI document says', async () => {
  const document = await (await fetch(`${shop.url}/openapi.json`)).json();
  const errorsOf = schemasOf(document);
  expect(document.components.securitySchemes).toMatchObject({ OperatorToken: { type: 'http', scheme: 'bearer' } });
  for (const name of offeredNames) {
    const { post } = document.paths[`/operator/${name}`];
    expect(post.security).toEqual([{ OperatorToken: [] }]);
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, 1);
    const { token } = await makeToken(ops, site, 'full');
    if (name === 'gate-undo') await ops.run('gate', samples(number, span).gate);
    const answers = [
      await call(name, samples(number, span)[name], token),
      await call(name, { ...samples(number, span)[name], dry_run: true }, token),
      await call(name, { surplus: true }, token),
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
