import * as v from 'valibot';
import { apiPrefix } from '#src/api/contract/index.ts';
import { newKey } from './buyer.ts';
import type { Ops } from './ops.ts';
import type { Shop } from './shop.ts';

const Made = v.looseObject({ token: v.string(), id: v.string() });

/** Makes an operator's token as the command does. */
export const makeToken = async (
  ops: Ops,
  site: string,
  scope: string,
  days = 30,
): Promise<{ token: string; id: string }> =>
  v.parse(Made, await ops.run('token-create', { site, scope, name: `a ${scope} program`, days }));

/** A response of the HTTP API of operators. */
export type OperatorAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** Calls an operation over HTTP. `site`: a prefix of the path; '' for the default site. */
export const callOperator = async (
  shop: Shop,
  name: string,
  sent: unknown,
  { token, site = '', key = newKey() }: { token?: string; site?: string; key?: string | null },
): Promise<OperatorAnswer> => {
  const reply = await fetch(`${shop.url}${site}${apiPrefix}/operator/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) };
};

/** What changes from request to request. */
export const withoutId = ({ request_id: _id, ...rest }: Record<string, unknown>) => rest;

/** Parameters by which each operation would do something to this ticket or slot. */
export const samples = (number: string, slot: string): Record<string, object> => ({
  gate: { code: number, force: true },
  cancel: { reservation_number: number },
  refund: { reservation_number: number },
  revoke: { reservation_number: number },
  resend: { to: number },
  find: { text: number },
  today: {},
  subscribers: {},
  invite: { mail: 'guest@visitor.example', slot, options: [{ id: 'admission-adult', count: 1 }] },
  slots: {},
  block: { slot },
  unblock: { slot },
  capacity: { slot, seats: 30 },
  'catalogue-import': { text: '{}' },
  'catalogue-export': {},
  export: { who: number },
  erase: { mail: 'nobody-at-all@visitor.example' },
  receipt: { reservation_number: number },
});
