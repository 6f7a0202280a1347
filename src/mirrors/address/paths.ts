import type { Screen } from '#machines/shared/screens.ts';

type Route = {
  /** Routes in the hash; the first one is written. Null: the address stays. */
  paths: readonly string[] | null;
  /** Pages of a ticket's own link are under the tickets base, others under the site root; `any`: under the page's own base. */
  base: 'site' | 'tickets' | 'any';
  /** Whether entering the screen is a step of the visitor's, from which Back leads to the one before. */
  entry: 'push' | 'replace';
};

/** Addresses of all screens (docs/product.md#routes, docs/product.md#ticket-base). */
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
  queue: { paths: null, base: 'site', entry: 'replace' },
  resuming: { paths: null, base: 'site', entry: 'replace' },
  ticket: { paths: ['/id/:token', '/tickets/:token'], base: 'tickets', entry: 'push' },
  receipt: { paths: ['/id/:token/receipt'], base: 'tickets', entry: 'push' },
  share: { paths: ['/tickets/share/:token'], base: 'site', entry: 'push' },
  shared: { paths: ['/tickets/shared/:token'], base: 'site', entry: 'push' },
  forgotten: { paths: ['/forgotten'], base: 'any', entry: 'replace' },
  send: { paths: ['/tickets/send/:token'], base: 'site', entry: 'push' },
  revoke: { paths: ['/tickets/revoke/:token'], base: 'site', entry: 'push' },
  changedate: { paths: ['/tickets/changedate/:token'], base: 'site', entry: 'push' },
  'changedate-confirm': { paths: ['/tickets/changedate/confirm/:token'], base: 'site', entry: 'push' },
  'changedate-complete': { paths: ['/tickets/changedate/complete/:token'], base: 'site', entry: 'replace' },
  'reservation-inquiry': { paths: ['/reservation-inquiry'], base: 'site', entry: 'push' },
  'mail-release': { paths: ['/mail-release/:token'], base: 'site', entry: 'push' },
  'mail-release-completion': { paths: ['/mail-release-completion'], base: 'site', entry: 'replace' },
  signage: { paths: ['/signage/today-ticket-info'], base: 'site', entry: 'push' },
  privacy: { paths: ['/privacy'], base: 'site', entry: 'push' },
  specified: { paths: ['/specified'], base: 'site', entry: 'push' },
  terms: { paths: ['/terms'], base: 'site', entry: 'push' },
  'not-found': { paths: null, base: 'any', entry: 'push' },
} as const satisfies Record<Screen, Route>;
