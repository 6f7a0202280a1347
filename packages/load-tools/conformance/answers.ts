import { type CallName, contract } from 'ticket-store/src/api/contract/index.ts';
import type { Context } from './context.ts';
import { callNames, type Invariant, wayOf } from './invariants.ts';
import { Broken, NotSeen, needed, type Requirement, type Section, same } from './requirement.ts';

/** What the tester must provide before these calls can be made; all others are made during the run. */
const missing: Partial<Record<CallName, string>> = {
  getOrderMail: 'give --link mail=TOKEN, the token of a link in a confirmation mail',
  getMailMagazine: 'give --link magazine=TOKEN, the token of a link in a mail magazine',
  putMailMagazine: 'give --link magazine=TOKEN, the token of a link in a mail magazine',
  getReturn: 'give --link return=REFERENCE, what `?r=` says where a provider’s page came back to',
};

/** Makes the calls that only a mail's reader or a provider's return can, where the tester gave their token. */
const follow: Partial<Record<CallName, (context: Context) => Promise<unknown>>> = {
  getOrderMail: async ({ call, options }) => {
    const token = needed(options.links.mail, missing.getOrderMail ?? '');
    const { order_token } = await call('getOrderMail', { params: { token } });
    same('the order again', await call('getOrderMail', { params: { token } }), { order_token });
    await call('getOrder', { params: { token: order_token } });
  },
  getMailMagazine: ({ call, options }) =>
    call('getMailMagazine', { params: { id: needed(options.links.magazine, missing.getMailMagazine ?? '') } }),
  putMailMagazine: async ({ call, options }) => {
    const params = { id: needed(options.links.magazine, missing.putMailMagazine ?? '') };
    for (const _ of [1, 2]) same('is_active', (await call('putMailMagazine', { params })).is_active, false);
  },
  getReturn: ({ call, options }) =>
    call('getReturn', { params: { r: needed(options.links.return, missing.getReturn ?? '') } }),
};

const checkInvariant = (context: Context, invariant: Invariant, unseen: string): void => {
  const { times, broken } = context.watched(invariant);
  if (broken) throw new Broken(broken);
  if (times === 0) throw new NotSeen(unseen);
};

const requireInvariant = (id: string, invariant: Invariant, description: string): Requirement => ({
  id,
  description,
  check: (context) => checkInvariant(context, invariant, 'there was no such response'),
});

/** What every response of the run is checked for. */
export const answers: Section = {
  // docs/product.md#calls, docs/product.md#failures; docs/architecture.md#bar-headers
  title: 'Every response',
  requirements: [
    ...callNames.map(
      (name): Requirement => ({
        id: `answers.${name}`,
        description: `${wayOf(contract[name])}: a valid call returns 200 in the shape of the contract, also by its JSON schema`,
        check: async (context) => {
          if (context.watched(`answers ${name}`).broken === null) await follow[name]?.(context);
          checkInvariant(context, `answers ${name}`, 'no check reached this call: see the rows that were not seen');
        },
      }),
    ),
    requireInvariant(
      'answers.problem',
      'problem',
      'a rejection is application/problem+json with type, title, status and a code of the failure table',
    ),
    requireInvariant(
      'answers.no-store',
      'no-store',
      'responses to a token, to a write and rejections must not be cached: Cache-Control: no-store',
    ),
    requireInvariant(
      'answers.headers',
      'headers',
      'responses have X-Content-Type-Options: nosniff, HSTS behind TLS, and no software version',
    ),
  ],
};
