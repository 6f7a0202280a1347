import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { people, ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const show = (ticket: Ticket) =>
  openPage('ticket', TicketScreen, { site: { ticketDisplay: 'separate' } }).answer('readTicket', ticket);

describe('a ticket for several people on a site with a card for each', () => {
  const ticket = { ...ticketIn('valid', { quantity: 2 }), people };

  it('shows a card with its own code for each person', () => {
    show(ticket);
    const name = ticket.product_name;
    for (const which of ['1 / 2', '2 / 2'])
      expect(screen.getByRole('article', { name: `${name} ${which}` })).toBeDefined();
    const cards = within(screen.getByRole('region', { name: 'Tickets for 2 people' })).getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('img').getAttribute('aria-label'))).toEqual([
      'QR code for entry 1 / 2',
      'QR code for entry 2 / 2',
    ]);
    expect(screen.getByText('PERS 0000 0002')).toBeDefined();
    expect(screen.queryByText('E1')).toBeNull();
    expect(screen.getByText(/Each person has their own code/)).toBeDefined();
  });

  it('pages through the cards by arrow keys, wherever the focus is', async () => {
    show(ticket);
    const status = screen.getAllByRole('status').find((one) => one.textContent === '1 / 2');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(status?.textContent).toBe('2 / 2');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(status?.textContent).toBe('2 / 2');
    await userEvent.keyboard('{ArrowLeft}');
    expect(status?.textContent).toBe('1 / 2');
  });

  it('shows who has entered', () => {
    show({ ...ticket, people: people.map((one, index) => (index ? one : { ...one, entry_code: '', used: true })) });
    const [first] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('This person has already entered.');
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });
});
