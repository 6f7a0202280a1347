import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Completion } from '#src/domain/completion.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { customer, order } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { CompleteScreen } from './complete-screen.tsx';

const completion = { reservation_number: 'K7QX-4M2P', reservation_token: 'ticket-1' };

/** The complete page of an order that the server reports as paid. */
const completed = async (site: Partial<SiteSettings> = {}, expected: Completion = completion) => {
  const paid = { ...order, customer_info: customer, status: 'paid' as const, completion: expected };
  const shop = await shopAt({ site, readOrder: async () => ({ token: 'order-1', order: paid, at: 0 }) });
  shop.show(CompleteScreen);
  await screen.findByText(expected.reservation_number);
  return shop.app.getSnapshot().children.purchase;
};

describe('CompleteScreen', () => {
  it('shows the reservation number, copyable and untranslated, and a link to the ticket', async () => {
    const user = userEvent.setup();
    await completed();
    expect(screen.getByText('K7QX-4M2P').getAttribute('translate')).toBe('no');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('K7QX-4M2P');
    expect(screen.getByRole('link', { name: 'Show my ticket' }).getAttribute('href')).toBe('#/ticket/ticket-1');
  });

  it('shows that the number and the link were sent by mail', async () => {
    await completed();
    expect(screen.getByText(/sent your reservation number and the link to your ticket/).tagName).toBe('LI');
  });

  it('links to the ticket only on sites that have the page', async () => {
    await completed({ goToTicketButton: false });
    expect(screen.queryByRole('link', { name: 'Show my ticket' })).toBeNull();
  });

  it('offers the ticket’s calendar file', async () => {
    await completed();
    const file = screen.getByRole('link', { name: 'Add to calendar' });
    expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual([
      '/api/tickets/ticket-1/calendar',
      true,
    ]);
  });

  it('shows a browser that did not pay where the mail was sent and how to find the tickets, without a link to them', async () => {
    await completed({}, { reservation_number: '…4M2P', reservation_token: '', sent_to: 'h***@visitor.example' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you. Your tickets are booked.');
    expect(screen.getByText(/link to your ticket to h\*\*\*@visitor\.example/).tagName).toBe('LI');
    expect(screen.getByRole('link', { name: 'Find your tickets' }).getAttribute('href')).toBe('#/reservation-inquiry');
    for (const name of ['Show my ticket', 'Add to calendar']) expect(screen.queryByRole('link', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  it('starts a new order', async () => {
    const purchase = await completed();
    await userEvent.click(screen.getByRole('button', { name: 'Book more tickets' }));
    expect(purchase?.getSnapshot().context).toMatchObject({ completion: null, order: null });
  });
});
