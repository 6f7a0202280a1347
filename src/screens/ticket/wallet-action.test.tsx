import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { people, ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const both: Ticket['wallets'] = ['apple', 'google'];

const show = (ticket: Ticket, site = {}) => openPage('ticket', TicketScreen, { site }).answer('readTicket', ticket);

/** Links to wallet passes, by their path under the ticket's passes. */
const links = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/tickets/ticket-1/passes/'))
    .map((link) => [link.getAttribute('href')?.split('/passes/')[1], link.textContent, link.hasAttribute('download')]);

describe('wallet links', () => {
  it('are one link per wallet, opened by the phone', () => {
    show({ ...ticketIn('valid'), wallets: both });
    expect(links()).toEqual([
      ['apple', 'Add to Apple WalletSaves a copy to your iPhone or Apple Watch', false],
      ['google', 'Add to Google WalletSaves a copy to your Android phone', false],
    ]);
  });

  it('have a link for each person not yet admitted if each has a card, because Google takes one pass at a time', () => {
    const [first, second] = people;
    if (!first || !second) throw new Error('The sample has two people.');
    const used = { ...first, entry_code: '', used: true };
    const three = [first, used, second];
    show({ ...ticketIn('valid', { quantity: 3 }), people: three, wallets: both }, { ticketDisplay: 'separate' });
    expect(links()).toEqual([
      ['apple', expect.stringContaining('Add to Apple Wallet'), false],
      ['google/1', '1 / 3 Adult', false],
      ['google/3', '3 / 3 Child', false],
    ]);
  });

  it('are one for all when there are more people than a wallet takes at once', () => {
    const eleven = Array.from({ length: 11 }, () => ({
      option_id: 'adult',
      name: 'Adult',
      entry_code: 'E',
      used: false,
    }));
    show({ ...ticketIn('valid', { quantity: 11 }), people: eleven, wallets: both }, { ticketDisplay: 'separate' });
    expect(links().map(([path]) => path)).toEqual(['apple', 'google']);
  });
});
