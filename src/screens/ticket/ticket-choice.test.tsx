import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { chosen, ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const show = (ticket: Ticket = chosen) => {
  const shop = openPage('ticket', TicketScreen);
  shop.answer('readTicket', ticket);
  return shop;
};
const barred = (bar: NonNullable<NonNullable<Ticket['choice']>['bar']>): Ticket => ({
  ...chosen,
  choice: { until: '2026-11-30T18:00:00+09:00', amount: 2000, bar },
});
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
const back = () => screen.queryByRole('button', { name: /Get a refund/ });

describe('a ticket that the venue moved with a choice', () => {
  it('offers to keep the time, another one and the money, and says until when', async () => {
    show();
    const section = screen.getByRole('heading', { name: 'The venue has moved your visit' }).closest('section');
    expect(section?.textContent).toContain('until Monday 30 November 2026, 18:00');
    expect(screen.getByRole('link', { name: /Another time/ }).getAttribute('href')).toContain('changedate/ticket-1');
    expect(back()?.textContent).toBe('Get a refund: ¥2,000');
    await press(/Keep this time/);
    expect(screen.getByText('You keep this time; there is nothing more to do.')).toBeDefined();
    expect(back()).not.toBeNull();
  });

  it('asks before the money goes back, and then says how much', async () => {
    const shop = show();
    await press(/Get a refund/);
    shop.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' });
    shop.answer('refundTicket', 2000);
    shop.answer('readTicket', ticketIn('cancelled'));
    expect(screen.getByText(/refunding ¥2,000/).closest('[role="status"]')).not.toBeNull();
    expect([back(), screen.queryByText(/The venue has moved/)]).toEqual([null, null]);
  });

  it('shows what has become of it where the money is refused', async () => {
    const shop = show();
    await press(/Get a refund/);
    shop.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' });
    shop.refuse('refundTicket', { code: 'cannot_change_ticket' });
    shop.answer('readTicket', barred('elsewhere'));
    expect(screen.getByText(/please ask the venue/)).toBeDefined();
    expect(back()).toBeNull();
  });

  it('names the buyer’s link to others, and has no choice once it is over', () => {
    const shop = show(barred('not_buyer'));
    expect(screen.getByText('Refund: only from the buyer’s ticket link')).toBeDefined();
    expect(back()).toBeNull();
    shop.app.getSnapshot().children.ticket?.send({ type: 'ticket.again' });
    shop.answer('readTicket', ticketIn('valid'));
    expect(screen.queryByText(/The venue has moved/)).toBeNull();
  });
});
