import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { ticketForTwo } from '#test/paths/plans/send.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SendScreen } from './send-screen.tsx';

const open = (ticket: Ticket = ticketForTwo()) => {
  const shop = openPage('send', SendScreen);
  shop.answer('readTicket', ticket);
  return shop;
};

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const alert = () => screen.getByRole('alert').textContent;
const write = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const count = (value: string) =>
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Adult' }), { target: { value } });
const to = /^Recipient’s email address/;
const check = () => userEvent.click(button('Review'));

/** Goes on to the check of two people by mail. */
const toCheck = async (address = 'friend@visitor.example') => {
  const shop = open();
  count('2');
  write(to, address);
  await check();
  return shop;
};

describe('SendScreen, choosing', () => {
  it('reports that nobody is selected', async () => {
    open();
    count('0');
    write(to, 'friend@visitor.example');
    await check();
    expect(alert()).toBe('Please choose at least one ticket.');
  });

  it('reports that somebody has to stay on a split ticket', async () => {
    open();
    count('2');
    await userEvent.click(screen.getByRole('radio', { name: /Make a separate ticket/ }));
    await check();
    expect(alert()).toContain('Please leave at least one on this ticket.');
  });
});

it('the check before sending shows the normalised address, the selected people and the result for both tickets', async () => {
  open();
  write(to, ' ｆｒｉｅｎｄ１２＠visitor.example ');
  write(/^Message/, 'Bring a coat');
  await check();
  expect(screen.getByText('friend12@visitor.example').getAttribute('translate')).toBe('no');
  const result = [/gets an email with their own ticket and QR code/, /^The other ticket stays on your link/];
  for (const text of ['Adult × 1', 'Bring a coat', ...result, 'Sending cannot be undone.'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Review the address' })).toBe(document.activeElement);
});

describe('SendScreen, sent', () => {
  it('offers the link of the new ticket to copy', async () => {
    const user = userEvent.setup();
    const shop = open();
    await user.click(screen.getByRole('radio', { name: /Make a separate ticket/ }));
    count('1');
    await check();
    await user.click(button('Split off 1 ticket'));
    shop.answer('handOver', { quantity: 1, sent_to: '', reservation_token: 'ticket-2' });
    const { value } = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to the new ticket' });
    expect(value).toMatch(/^http.*#\/ticket\/ticket-2\?lang=en$/);
    await user.click(button('Copy'));
    expect(await navigator.clipboard.readText()).toBe(value);
  });

  it('of a part whose link was replaced meanwhile: offers no link, and waits for no mail', async () => {
    const shop = open();
    await userEvent.click(screen.getByRole('radio', { name: /Make a separate ticket/ }));
    await check();
    await userEvent.click(button('Split off 1 ticket'));
    shop.answer('handOver', { quantity: 1, sent_to: '', reservation_token: '' });
    expect(screen.getByRole('status').textContent).toContain('now has a link of its own');
    expect(screen.queryByRole('textbox', { name: 'Link to the new ticket' })).toBeNull();
    expect(screen.queryByText(/spam folder/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the ticket' })).toBeDefined();
  });
});

describe('SendScreen, refused', () => {
  const refused = async (code: Parameters<ReturnType<typeof open>['refuse']>[1]['code'], fields?: string[]) => {
    const shop = await toCheck();
    await userEvent.click(button('Send 2 tickets'));
    shop.refuse('handOver', { code, ...(fields ? { fields } : {}) });
    return shop;
  };

  it.each([
    ['over', ticketForTwo('valid'), 'The time of this visit has passed.'],
    ['used', ticketForTwo('valid'), 'someone has already entered'],
    ['shared', ticketForTwo('shared'), 'The code appears only on the page of the share link.'],
  ] as const)('from the beginning: %s', (obstacle, ticket, message) => {
    open({ ...ticket, actions: { ...ticket.actions, send: obstacle } });
    expect(alert()).toContain(message);
  });

  it('because fewer people remain than selected: the selection is limited', async () => {
    const shop = await refused('invalid_quantity');
    shop.answer('readTicket', ticketIn('valid'));
    expect(alert()).toContain('The number of tickets has changed in the meantime.');
    expect(screen.getByRole('spinbutton', { name: 'Adult' }).getAttribute('aria-valuenow')).toBe('1');
  });
});
