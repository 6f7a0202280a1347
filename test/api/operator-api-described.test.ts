import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { offeredNames } from '#server/ops/http.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket } from './kit/holder.ts';
import { callOperator, makeToken, samples } from './kit/operator.ts';
import { openOps } from './kit/ops.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

const site = 'borderless';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const call = (name: string, sent: unknown, token: string) => callOperator(shop, name, sent, { token });

it('the operations of a site answer as the OpenAPI document says', async () => {
  const document = await (await fetch(`${shop.url}/openapi.json`)).json();
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('date', v.ISO_DATE_REGEX);
  ajv.addFormat('date-time', v.ISO_TIMESTAMP_REGEX);
  ajv.addFormat('email', true);
  ajv.addSchema(document, 'openapi');
  expect(document.components.securitySchemes).toMatchObject({ OperatorToken: { type: 'http', scheme: 'bearer' } });
  for (const name of offeredNames) {
    const { post } = document.paths[`/operator/${name}`];
    expect(post.security).toEqual([{ OperatorToken: [] }]);
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, 1);
    const { token } = await makeToken(ops, site, 'full');
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
          ? `#/paths/${encodeURIComponent(`/operator/${name}`.replaceAll('/', '~1'))}/post/responses/200/content/application~1json/schema`
          : '#/components/schemas/OperatorProblem';
      const validate = ajv.getSchema(`openapi${schema}`);
      expect([name, answer.status, validate?.(answer.body), validate?.errors]).toEqual([
        name,
        answer.status,
        true,
        null,
      ]);
    }
  }
});
