import type { Screen } from '#machines/shared/screens.ts';

type Row = {
  /** Routes behind the hash, the first one is written; null: the address stays. */
  paths: readonly string[] | null;
  /** Ticket routes live under the tickets base, all others under the site root (SPEC §2). */
  base: 'site' | 'tickets';
  /** Whether coming here is a step of the visitor's, to which Back returns. */
  entry: 'push' | 'replace';
};

/** Every screen's address (SPEC §2): the compiler counts the rows. */
export const paths = {
  order: { paths: ['/order', '/'], base: 'site', entry: 'push' },
  'sign-in': { paths: ['/sign-in'], base: 'site', entry: 'push' },
  'sended-mail': { paths: ['/sended-mail'], base: 'site', entry: 'replace' },
  'mail-confirm': { paths: ['/mail-confirm'], base: 'site', entry: 'replace' },
  payment: { paths: ['/payment'], base: 'site', entry: 'push' },
  confirm: { paths: ['/confirm'], base: 'site', entry: 'push' },
  'payment-callback': { paths: ['/payment-callback/:paymentType/:status'], base: 'site', entry: 'replace' },
  complete: { paths: ['/complete'], base: 'site', entry: 'replace' },
  error: { paths: ['/error'], base: 'site', entry: 'replace' },
  resuming: { paths: null, base: 'site', entry: 'replace' },
  ticket: { paths: ['/id/:token'], base: 'tickets', entry: 'push' },
  'not-found': { paths: null, base: 'site', entry: 'push' },
} as const satisfies Record<Screen, Row>;
