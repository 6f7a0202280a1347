import { getReturn } from '#src/api/contract/checkout.ts';
import { type CallName, contract } from '#src/api/contract/index.ts';
import { getMailMagazine, putMailMagazine } from '#src/api/contract/mailmagazines.ts';
import { getOrder, getOrderMail } from '#src/api/contract/orders.ts';
import { newKey } from '../kit/buyer.ts';
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
    const { order_token } = await call(getOrderMail, { params: { token } });
    same('the order again', await call(getOrderMail, { params: { token } }), { order_token });
    await call(getOrder, { params: { token: order_token } });
  },
  getMailMagazine: ({ call, options }) =>
    call(getMailMagazine, { params: { id: needed(options.links.magazine, missing.getMailMagazine ?? '') } }),
  putMailMagazine: async ({ call, options }) => {
    const params = { id: needed(options.links.magazine, missing.putMailMagazine ?? '') };
    for (const _ of [1, 2])
      same('is_active', (await call(putMailMagazine, { params, key: newKey() })).is_active, false);
  },
  getReturn: ({ call, options }) =>
    call(getReturn, { params: { r: needed(options.links.return, missing.getReturn ?? '') } }),
};

const checkInvariant = (context: Context, invariant: Invariant, unseen: string): void => {
  const { times, broken } = context.watched(invariant);
  if (broken) throw new Broken(broken);
  if (times === 0) throw new NotSeen(unseen);
};

const requireInvariant = (id: string, invariant: Invariant, description: string): Requirement => ({
  id,
  description,
  check: (context) => checkInvariant(context, invariant, 'no such answer came'),
});

/** What every response of the run is checked for. */
export const answers: Section = {
  // docs/product.md#calls, docs/product.md#failures; docs/architecture.md#bar-headers
  title: 'Every answer',
  requirements: [
    ...callNames.map(
      (name): Requirement => ({
        id: `answers.${name}`,
        description: `${wayOf(contract[name])}, rightly asked, answers 200 in the shape of the contract, also as JSON schema`,
        check: async (context) => {
          if (context.watched(`answers ${name}`).broken === null) await follow[name]?.(context);
          checkInvariant(context, `answers ${name}`, 'nothing on the way asked it: see the rows that were not seen');
        },
      }),
    ),
    requireInvariant(
      'answers.problem',
      'problem',
      'a refusal is application/problem+json with type, title, status and a code of the failure table',
    ),
    requireInvariant(
      'answers.no-store',
      'no-store',
      'what was answered to a token, to a write or as a refusal may not be kept: Cache-Control: no-store',
    ),
    requireInvariant(
      'answers.headers',
      'headers',
      'answers say X-Content-Type-Options: nosniff, HSTS behind TLS, and no version of what runs',
    ),
  ],
};
