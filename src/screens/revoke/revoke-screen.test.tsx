import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
import { RevokeScreen } from './revoke-screen.tsx';

afterEach(cleanup);

const address = 'h***@visitor.example';

const open = () => {
  const shop = heldShop();
  shop.go('revoke', 'ticket-1');
  shop.show(RevokeScreen);
  return shop;
};
const show = (ticket: Ticket = { ...ticketIn('valid'), holder_email: address }) => {
  const shop = open();
  shop.answer('readTicket', ticket);
  return shop;
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Replace the link' }));
const linkTo = (key: string) => document.querySelector(`a[data-event="page.requested"][data-key="${key}"]`);
const bullets = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

describe('before the link is replaced', () => {
  it('it says what stops working, and where the new link goes', () => {
    show();
    const text = bullets().join(' ');
    for (const word of ['QR code', 'wallet', 'Printouts', address, 'this address only']) expect(text).toContain(word);
    expect(text).not.toContain('share link');
    expect(text).not.toContain('split off');
    expect(linkTo('ticket')).not.toBeNull();
  });

  it('it names the share link and split tickets where there are any', () => {
    const children = [
      { kind: 'split', state: 'valid', quantity: 1, reservation_token: 'part-1', sent_to: '' } as const,
    ];
    show({ ...ticketIn('shared'), children });
    const text = bullets().join(' ');
    expect(text).toContain('share link');
    expect(text).toContain('split off');
    expect(text).toContain('the address of this ticket');
  });

  it('it is refused in words where the ticket was used', () => {
    show(ticketIn('used'));
    expect(screen.getByRole('alert').textContent).toContain('cannot be replaced');
    expect(screen.getByRole('alert').textContent).toContain('used for entry');
    expect(linkTo('ticket')).not.toBeNull();
  });
});

describe('replacing the link', () => {
  it('sends one request for two presses, and says where the mail went', async () => {
    const shop = show();
    await press();
    const first = shop.asked('revokeTicket');
    await press();
    expect(shop.asked('revokeTicket')).toEqual(first);
    expect(first).toEqual({ token: 'ticket-1', key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    shop.answer('revokeTicket', address);
    const said = screen.getByRole('status');
    expect(said.textContent).toContain(`We have emailed the new link to ${address}`);
    expect(document.activeElement).toBe(said);
    expect(linkTo('ticket')).toBeNull();
    expect(linkTo('reservation-inquiry')).not.toBeNull();
  });

  it('names the address it knew where the server does not say it again', async () => {
    const shop = show();
    await press();
    shop.answer('revokeTicket', '');
    expect(screen.getByRole('status').textContent).toContain(address);
  });

  it('whose answer was lost may be pressed again, with the same key', async () => {
    const shop = show();
    await press();
    const first = shop.asked('revokeTicket');
    shop.refuse('revokeTicket', { code: 'connection_error', unknown: true });
    expect(screen.getByRole('status').textContent).toContain('could not confirm');
    await press();
    expect(shop.asked('revokeTicket')).toEqual(first);
  });

  it.each([
    ['too many of them', 'rate_limited'],
    ['a failing server', 'request_error'],
  ] as const)('after %s may be pressed again, with another key', async (_, code) => {
    const shop = show();
    await press();
    const first = shop.asked('revokeTicket');
    shop.refuse('revokeTicket', { code });
    expect(shop.app.getSnapshot().children.dialog?.getSnapshot().context.queue).toHaveLength(1);
    await press();
    expect(shop.asked('revokeTicket')).not.toEqual(first);
  });

  it('that comes too late reads the ticket again and says what it is', async () => {
    const shop = show();
    await press();
    shop.refuse('revokeTicket', { code: 'cannot_change_ticket' });
    shop.answer('readTicket', ticketIn('used'));
    expect(screen.getByRole('alert').textContent).toContain('used for entry');
  });

  it('of a link that somebody replaced before says to open the newest mail', async () => {
    const shop = show();
    await press();
    shop.refuse('revokeTicket', { code: 'token_not_found' });
    expect(screen.getByRole('alert').textContent).toContain('no longer valid');
    expect(linkTo('reservation-inquiry')).not.toBeNull();
  });
});

it('a ticket that cannot be read may be asked for again', async () => {
  const shop = open();
  shop.refuse('readTicket', { code: 'connection_error', unknown: true });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  shop.answer('readTicket', ticketIn('valid'));
  expect(screen.getByRole('button', { name: 'Replace the link' })).toBeDefined();
});
