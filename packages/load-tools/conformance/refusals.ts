import { callNames, contract } from 'ticket-store/src/api/contract/index.ts';
import { type Endpoint, None } from 'ticket-store/src/api/endpoint.ts';
import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { pathParams } from 'ticket-store/test/api/kit/call.ts';
import { wayOf } from './invariants.ts';
import { comparable, must, type Section, same } from './requirement.ts';
import { bodiesOf } from './samples.ts';

const bound = callNames.filter((name) => pathParams(contract[name].path).length > 0);

export const refusals: Section = {
  // docs/product.md#failures; docs/architecture.md#tokens, docs/architecture.md#bar-cross-site
  title: 'Refusals',
  requirements: [
    {
      id: 'refusals.unknown-token',
      description: 'an unknown token is 404 token_not_found at every call, with the same rejection whatever its format',
      check: async (context) => {
        const bodies = await bodiesOf(context);
        for (const name of bound) {
          const row: Endpoint = contract[name];
          const refusalOf = async (token: string) => {
            const params = Object.fromEntries(pathParams(row.path).map((name) => [name, token]));
            return comparable(await context.refused(row, { params, body: bodies[name] }));
          };
          const first = await refusalOf('A'.repeat(32));
          same(wayOf(row), [first.status, first.code], [404, 'token_not_found']);
          for (const token of ['x', newKey(), 'a'.repeat(129), '%00', '🎫'])
            same(`${wayOf(row)} ${token.slice(0, 20)}`, await refusalOf(token), first);
        }
      },
    },
    {
      id: 'refusals.body',
      description:
        'a body must be JSON by content type and content, and within the size limit: 415, 400, 413; a form of another site has no effect',
      check: async (context) => {
        const body = JSON.stringify(await context.bodyOf(await context.roomy()));
        const sendBody = async (sent: string, type: string) =>
          (await context.refused('createOrder', { body: sent, headers: { 'content-type': type } })).status;
        same('text/plain', await sendBody(body, 'text/plain'), 415);
        same('a form', await sendBody('quantity=1', 'application/x-www-form-urlencoded'), 415);
        same('cut in the middle', await sendBody(body.slice(0, 40), 'application/json'), 400);
        same('a megabyte', await sendBody(body.padEnd(1_000_000), 'application/json'), 413);
      },
    },
    {
      id: 'refusals.missing',
      description:
        'every call with a query or a body rejects one without its fields: 400 invalid_input with the fields named',
      check: async (context) => {
        const { token } = await context.hold(1);
        for (const name of callNames) {
          const row: Endpoint = contract[name];
          const isOrders = /^\/order/.test(row.path) && name !== 'getOrderMail';
          if (pathParams(row.path).length > 0 && !isOrders) continue;
          if (row.body === None && (row.query === None || !('entries' in row.query))) continue;
          const params = Object.fromEntries(pathParams(row.path).map((name) => [name, token]));
          const refused = await context.refused(row, { params, ...(row.body === None ? {} : { body: {} }) });
          same(wayOf(row), [refused.status, refused.code], [400, 'invalid_input']);
          must(wayOf(row), refused.fields.some(Boolean), refused.fields, 'the names of the missing fields');
        }
      },
    },
    {
      id: 'refusals.other-sites',
      description: 'pages of other sites cannot read responses to a token: no Access-Control-Allow-Origin for them',
      check: async (context) => {
        const { token } = await context.hold(1);
        for (const call of ['getOrder', 'getTicket'] as const) {
          const params = { token, reservation_token: token };
          const { headers } = await context.send(call, { params, headers: { origin: 'https://elsewhere.example' } });
          same('access-control-allow-origin', headers.get('access-control-allow-origin'), null);
        }
      },
    },
  ],
};
