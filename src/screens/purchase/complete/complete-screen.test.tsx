import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Completion } from '#src/domain/completion.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { CompleteScreen } from './complete-screen.tsx';

const completion = { reservation_number: 'K7QX-4M2P', reservation_token: 'ticket-1' };

/** The complete page of an order that the server reports as paid. */
const completed = (site: Partial<SiteSettings> = {}, expected: Completion = completion) => {
  const shop = simulateShop({ site });
  shop.toPayment({ status: 'paid', completion: expected });
  shop.show(CompleteScreen);
  return shop;
};
const withMail = (sent_to: string) => completed({}, { ...completion, sent_to });
/** Corrects the address; the server's reply is not simulated yet. */
const correct = async (address: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Wrong? Correct the email address' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Email/ }), address);
  await userEvent.click(screen.getByRole('button', { name: 'Send to this address' }));
};

it('shows the reservation number, copyable and untranslated, and a link to the ticket', async () => {
  const user = userEvent.setup();
  completed();
  expect(screen.getByText('K7QX-4M2P').getAttribute('translate')).toBe('no');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('K7QX-4M2P');
  expect(screen.getByRole('link', { name: 'Open the ticket’s page' }).getAttribute('href')).toBe('#/ticket/ticket-1');
});

it('shows a browser that did not pay where the mail was sent and how to find the tickets, without a link to them', () => {
  completed({}, { reservation_number: '…4M2P', reservation_token: '', sent_to: 'h***@visitor.example' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you. Your tickets are booked.');
  expect(screen.getByText(/link to your ticket to h\*\*\*@visitor\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Find your tickets' }).getAttribute('href')).toBe('#/reservation-inquiry');
  for (const name of ['Open the ticket’s page', 'Add to calendar'])
    expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

it('lets the browser that paid correct the address, names the new one and leads to the new link', async () => {
  const shop = withMail('h***@gmial.example');
  expect(screen.getByText(/link to your ticket to h\*\*\*@gmial\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'museum@example.jp' })).toBeDefined();
  await correct('hanako@');
  expect(shop.waiting().filter((path) => path.endsWith('correctEmail'))).toEqual([]);
  const field = screen.getByRole('textbox', { name: /^Email/ });
  await userEvent.type(field, 'gmail.example');
  await userEvent.click(screen.getByRole('button', { name: 'Send to this address' }));
  expect(shop.input('correctEmail')).toMatchObject({ token: 'ticket-1', email: 'hanako@gmail.example' });
  shop.answer('correctEmail', { reservation_token: 'ticket-2', sent_to: 'h***@gmail.example' });
  const box = screen.getByRole('heading', { name: /^We have sent your ticket/ }).closest('[role=status]');
  expect(box?.textContent).toContain('We have sent your ticket to hanako@gmail.example.');
  expect(box?.textContent).toContain('no longer opens your ticket');
  expect(document.activeElement).toBe(box);
  expect(screen.getByRole('link', { name: 'Open the ticket’s page' }).getAttribute('href')).toBe('#/ticket/ticket-2');
  expect(screen.getAllByText(/hanako@gmail\.example|link to your ticket to/)).toHaveLength(1);
  // a later address that the server does not take is not named
  await correct('hana@gmail.example');
  shop.refuse('correctEmail', { code: 'cannot_change_ticket' });
  expect(screen.getByText(/link to your ticket to hanako@gmail\.example/)).toBeDefined();
  expect(document.body.textContent).not.toContain('hana@gmail.example');
  // whom to ask is named instead
  const refusal = screen.getByRole('heading', { name: /no longer be corrected/ }).closest('[role=status]');
  expect(refusal?.textContent).toContain('The address can no longer be corrected here');
  expect(screen.getAllByRole('link', { name: 'museum@example.jp' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Wrong? Correct the email address' })).toBeNull();
});

it('offers no correction where a mail has confirmed the address, nor in a browser that did not pay', () => {
  completed({ mailConfirm: true }, { ...completion, sent_to: 'h***@gmial.example' });
  expect(screen.queryByRole('button', { name: 'Wrong? Correct the email address' })).toBeNull();
  completed({}, { reservation_number: '…4M2P', reservation_token: '', sent_to: 'h***@gmial.example' });
  expect(screen.queryByRole('button', { name: 'Wrong? Correct the email address' })).toBeNull();
});

it('shows the ticket, with the mail named where the site has no button to it', () => {
  completed({ goToTicketButton: false });
  const ticket = screen.getByRole('article', { name: 'Museum' });
  expect(within(ticket).getByText('K7QX-4M2P')).toBeDefined();
  expect(within(ticket).getByText(/link in the email/)).toBeDefined();
  expect(screen.getByRole('link', { name: /^Open the map/ }).getAttribute('href')).toContain('Toranomon');
});

it('shows the code of the ticket, that of the new one once the address is corrected, and none of one that is used', async () => {
  const replies = {
    'ticket-1': { ...ticketIn('valid'), entry_code: 'ABCD2345EFGH' },
    'ticket-2': { ...ticketIn('valid'), entry_code: 'WXYZ6789JKLM' },
    'ticket-3': ticketIn('used'),
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const [, token = ''] = /\/(ticket-\d)\?/.exec(url) ?? [];
    return Response.json(Reflect.get(replies, token));
  });
  const shop = completed();
  expect(await screen.findByText('ABCD 2345 EFGH')).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
  shop.purchase.send({ type: 'email.corrected', completion: { ...completion, reservation_token: 'ticket-2' } });
  expect(await screen.findByText('WXYZ 6789 JKLM')).toBeDefined();
  shop.purchase.send({ type: 'email.corrected', completion: { ...completion, reservation_token: 'ticket-3' } });
  await waitFor(() => expect(screen.queryByText('WXYZ 6789 JKLM') ?? screen.queryByText('Loading')).toBeNull());
  expect(screen.queryByRole('img', { name: 'QR code for entry' })).toBeNull();
  expect(screen.getByText('K7QX-4M2P')).toBeDefined();
});

it('offers the wallets that take the ticket, and the home screen, before anything else to do', () => {
  completed({}, { ...completion, wallets: ['apple', 'google'] });
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const indexOf = (part: string) => hrefs.findIndex((href) => href.includes(part));
  expect(indexOf('/passes/apple')).toBeLessThan(indexOf('/calendar'));
  expect(indexOf('/passes/google')).toBeGreaterThan(0);
  expect(screen.getByText(/home screen/).tagName).toBe('LI');
});
