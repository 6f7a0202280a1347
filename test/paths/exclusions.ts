import type { Exclusion } from '#test/tools/explore/coverage.ts';

/** The reviewed list of transitions that walks on screens may leave out, each with its issue and the reason. Bare charts take all. */
export const exclusions: readonly Exclusion[] = [
  {
    machine: 'purchase',
    definition: 'purchase | order.recalled [0]',
    issue: 17,
    reason: 'sent once, when a page opens whose charts fit no stored purchase (test/paths/recalled-order.test.ts)',
  },
];

const cannotFail =
  'reads of stored tickets use code that is loaded with the page, and never throw (src/api/stored-tickets.ts)';

/** The same for walks in Chromium; the other targets take these. */
export const chromiumExclusions: readonly Exclusion[] = [
  { machine: 'ticket', definition: 'ticket.recalling | error(recallTicket) [0]', issue: 7, reason: cannotFail },
  {
    machine: 'shared-ticket',
    definition: 'shared-ticket.recalling | error(recallShared) [0]',
    issue: 7,
    reason: cannotFail,
  },
];
