import { type CallName, callNames, contract } from 'ticket-store/src/api/contract/index.ts';
import { type Invariant, wayOf } from './invariants.ts';
import { Broken, NotSeen, type Requirement, type Section } from './requirement.ts';

/** Calls that only a mail's link, a provider, a paid change or a venue's move leads to; `test/api/contract.test.ts` makes ours. */
const linked: readonly CallName[] = [
  ...(['getOrderMail', 'getMailedOrder', 'getMailMagazine', 'putMailMagazine', 'getReturn'] as const),
  ...(['createChange', 'refundTicket'] as const),
];

const requireInvariant = (id: string, invariant: Invariant, description: string): Requirement => ({
  id,
  description,
  check: ({ watched }) => {
    const { times, broken } = watched(invariant);
    if (broken) throw new Broken(broken);
    if (times === 0) throw new NotSeen('no check reached this response: see the rows that were not seen');
  },
});

/** Checks of every response of the run. */
export const answers: Section = {
  // docs/product.md#calls, docs/product.md#failures; docs/architecture.md#bar-headers
  title: 'Every response',
  requirements: [
    ...callNames
      .filter((name) => !linked.includes(name))
      .map((name) =>
        requireInvariant(
          `answers.${name}`,
          `answers ${name}`,
          `${wayOf(contract[name])}: a valid call returns 200 in the shape of the contract, also by its JSON schema`,
        ),
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
