import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Today } from '#src/domain/signage.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SignageScreen } from './signage-screen.tsx';

const now = Date.parse('2026-12-01T10:10:00+09:00');
const span = (id: string, from: string, to: string, remaining: number) => ({
  id,
  reservation_from: `2026-12-01T${from}:00+09:00`,
  reservation_to: `2026-12-01T${to}:00+09:00`,
  state: remaining > 0 ? ('plenty' as const) : ('sold_out' as const),
  remaining,
  surcharge: 0,
});
const spans = [
  span('past', '09:00', '09:30', 3),
  span('now', '10:00', '10:30', 4),
  span('next', '10:30', '11:00', 0),
  span('later', '11:00', '11:30', 12),
];
const today = (time_spans = spans): Today => ({
  as_of: new Date(now).toISOString(),
  products: [{ uuid: 'p1', product_name: 'Museum', sale_type: 'time', time_spans }],
});

beforeEach(() => {
  vi.useFakeTimers({ now: now - 3_600_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
});

const day = (remaining: number): Today => ({
  as_of: new Date(now).toISOString(),
  products: [
    { uuid: 'p2', product_name: 'Garden', sale_type: 'date', time_spans: [span('day', '00:00', '23:59', remaining)] },
  ],
});

const openDisplay = (reply: Today | null) => {
  const shop = openPage('signage', SignageScreen);
  if (reply) shop.answer('app/signage/readToday', { today: reply, at: Date.now() });
  return shop;
};

it('shows current and next slots with their stock, by the server’s clock', () => {
  openDisplay(today());
  expect(screen.getByRole('time').textContent).toBe('10:10');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const wanted = [/Now.*4 left/, /Next.*Sold out/, /12 left/];
  expect(rows).toEqual(wanted.map((text) => expect.stringMatching(text)));
  expect(screen.getByText('As of 10:10')).toBeDefined();
});

it.each([
  [99, '99 left'],
  [999, 'Available'],
])('shows %i seats of a day as "%s", and not that people may enter now', (remaining, left) => {
  openDisplay(day(remaining));
  expect(screen.getByText('Today')).toBeDefined();
  expect(screen.getByText(left)).toBeDefined();
  expect(screen.queryByText('Now')).toBeNull();
});

it('keeps its last content with its time while offline, and never shows yesterday’s', () => {
  const { fire, refuse } = openDisplay(today());
  fire('app/signage/nextLook');
  refuse('app/signage/readToday', { code: 'connection_error' });
  expect(screen.getByText(/^No connection/).textContent).toBe('No connection. Last updated at 10:10.');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  act(() => vi.advanceTimersByTime(24 * 3_600_000));
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
