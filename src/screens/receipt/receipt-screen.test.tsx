import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { receipt } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { ReceiptScreen } from './receipt-screen.tsx';

const open = () => openPage('receipt', ReceiptScreen);

const sheet = () => screen.getByRole('article').textContent;

it('contains everything that a simplified qualified invoice requires', () => {
  open().answer('readReceipt', receipt);
  for (const text of [
    'No. R-R1',
    'Date 20 November 2026',
    '¥4,500',
    'Tickets: Museum',
    'Tuesday 1 December 2026, 10:00 – 11:00',
    'R1',
    'Credit card',
    '¥2,000 × 2¥4,000',
    'Audio guide¥600 × 1¥600',
    'Spring−¥100',
    'Taxed at 10%: ¥4,500',
    'consumption tax ¥409',
    'Museum office',
    'T1234567890123',
  ])
    expect(sheet()).toContain(text);
  expect(screen.queryByRole('table', { name: 'Refunds' })).toBeNull();
  expect(screen.getByRole('img').getAttribute('src')).toMatch(/^\/sites\/borderless\/print-[\w-]{12}\.svg$/);
  expect(screen.getByRole('img').style.blockSize).toBe('60px');
});

it('is followed by what went back, with its tax, and what is left', () => {
  const refunds = [
    { date: '2026-11-25T12:00:00+09:00', amount: 1000, rate: 10, tax: 90 },
    { date: '2026-11-26T12:00:00+09:00', amount: 500, rate: 8, tax: 37 },
  ];
  open().answer('readReceipt', { ...receipt, refunds });
  const rows = screen.getByRole('table', { name: 'Refunds' }).textContent;
  expect(rows).toContain('Refund (25 November 2026)Taxed at 10%: ¥1,000of which consumption tax ¥90−¥1,000');
  expect(rows).toContain('Taxed at 8%: ¥500of which consumption tax ¥37−¥500');
  expect(rows).toContain('Total after refunds, tax included¥3,000');
});

it('shows the recipient that the visitor types, without storing or sending it', async () => {
  const shop = open();
  shop.answer('readReceipt', receipt);
  const before = shop.waiting();
  await userEvent.type(screen.getByRole('textbox', { name: /Made out to/ }), 'Yamada Trading');
  expect(sheet()).toContain('To: Yamada Trading');
  expect(shop.waiting()).toEqual(before);
  expect(JSON.stringify(shop.stored())).not.toContain('Yamada');
});

it.each([
  ['token_not_found', /the buyer’s ticket link/],
  ['cannot_change_ticket', /After a change of date/],
] as const)('explains %s and links to the ticket', (code, message) => {
  open().refuse('readReceipt', { code });
  expect(screen.getByRole('alert').textContent).toMatch(message);
  expect(screen.getByRole('link', { name: 'Back to the ticket' })).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
