import { describe, expect, it } from 'vitest';
import { isPageFile, isTicketLink, storedUntil } from './ticket-storage.ts';

it.each([
  ['2026-12-01T11:00:00+09:00', '2026-12-02T03:00:00+09:00'],
  ['2026-12-01T23:59:59+09:00', '2026-12-02T03:00:00+09:00'],
  ['2026-12-02T00:00:00+09:00', '2026-12-02T03:00:00+09:00'],
  ['2026-12-01T16:00:00Z', '2026-12-03T03:00:00+09:00'],
  ['2026-12-31T20:00:00+09:00', '2027-01-01T03:00:00+09:00'],
])('a ticket whose entry ends %s is stored until %s, shortly after that day at the venue', (to, until) => {
  expect(storedUntil(to)).toBe(Date.parse(until));
});

describe('the link of a ticket', () => {
  it.each(['#/id/t-1', '#/id/t-1?lang=en', '#/tickets/t-1', '#/tickets/shared/t-1', '#/tickets/shared/t-1?lang=kr'])(
    'is true for %s',
    (hash) => {
      expect(isTicketLink(hash)).toBe(true);
    },
  );

  it.each(['', '#/order', '#/payment', '#/id/t-1/receipt', '#/tickets/send/t-1'])('is false for %s', (hash) => {
    expect(isTicketLink(hash)).toBe(false);
  });
});

it.each([
  ['/assets/entry-abc.js', true],
  ['/sites/mori/header-black.svg', true],
  ['/api/v1/tickets/t-1', false],
  ['/mori/api/v1/orders', false],
  ['/ticket-worker.js', false],
  ['/', false],
])('%s is a file of the page: %s', (path, is) => {
  expect(isPageFile(path)).toBe(is);
});
