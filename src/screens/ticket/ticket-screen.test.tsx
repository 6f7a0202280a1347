import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { people, sharedTicket, ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SharedScreen, TicketScreen } from './ticket-screen.tsx';

/** The ticket's page before its ticket is read. */
const open = (site = {}) => openPage('ticket', TicketScreen, { site });

const show = (ticket: Ticket, site = {}) => {
  const shop = open(site);
  shop.answer('readTicket', ticket);
  return shop;
};

const linkTo = (key: string) => document.querySelector(`a[data-event="page.requested.${key}"]`);
const actions = ['share', 'send', 'changedate', 'receipt', 'revoke'];
const offered = () => actions.filter((key) => linkTo(key));

describe('a valid ticket', () => {
  it('shows visit, people, entry code and actions', () => {
    show({
      ...ticketIn('valid', { quantity: 2 }),
      reservation_number: 'K7QX-4M2P',
      naming_right: 'Tsukishima',
      caution: 'Flat shoes',
      entry_code: 'ABCD2345EFGH',
      as_of: '2026-11-30T12:00:00+09:00',
      set_products: [{ id: 'guide', product_name: 'Audio guide', quantity: 1, add_cost: 600 }],
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Museum' })).toBeDefined();
    for (const text of ['Valid', '1 December 2026', '10:00 – 11:00', 'Presented by Tsukishima', 'Flat shoes'])
      expect(screen.getByText(text)).toBeDefined();
    for (const text of ['Audio guide', 'ABCD 2345 EFGH']) expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText('K7QX-4M2P').getAttribute('translate')).toBe('no');
    expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
    const text = screen.getByText(/^As of Monday/).closest('[role="status"]');
    expect(text?.textContent).toBe('As of Monday 30 November 2026, 12:00');
    expect(offered()).toEqual(actions);
    const file = screen.getByRole('link', { name: /Add to calendar/ });
    expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual(['/tickets/ticket-1/calendar', true]);
  });

  it('says how often and until when its date may be changed, and why no more', () => {
    const shop = show({
      ...ticketIn('valid'),
      change_rule: { left: 2, until: '2026-11-30T10:00:00+09:00', refund: true },
    });
    const about = linkTo('changedate')?.textContent;
    expect(about).toMatch(
      / · If the new date costs less, we refund the difference to the payment method you used. · Changes left: 2 · Until Monday 30 November 2026, 10:00$/,
    );
    shop.app.getSnapshot().children.ticket?.send({ type: 'ticket.again' });
    shop.answer('readTicket', ticketIn('valid', { isLate: true }));
    expect(linkTo('changedate')).toBeNull();
    expect(screen.getByText('The time for changing the date is over.')).toBeDefined();
  });

  it('says to which address its mail, and that of a sent part, could not be sent', () => {
    const part = {
      kind: 'sent',
      state: 'valid',
      quantity: 1,
      reservation_token: '',
      sent_to: 'b*@visitor.example',
    } as const;
    show({ ...ticketIn('valid'), unsent_to: 'a*@visitor.example', children: [{ ...part, is_unsent: true }, part] });
    expect(screen.getByText(/could not send the email about this ticket to a\*@visitor\.example/)).toBeDefined();
    expect(screen.getByText('The email to b*@visitor.example could not be delivered')).toBeDefined();
    expect(screen.getByText('Sent to b*@visitor.example')).toBeDefined();
  });

  it('shows its code enlarged and returns the focus', async () => {
    show(ticketIn('valid'));
    const button = screen.getByRole('button', { name: 'Show larger' });
    await userEvent.click(button);
    const sheet = screen.getByRole('dialog', { name: 'QR code for entry' });
    expect(within(sheet).getByText('E1')).toBeDefined();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('keeps the page when a file is asked for without a connection, and says why', async () => {
    const shop = show(ticketIn('valid'));
    const press = () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true });
      act(() => void screen.getByRole('link', { name: /Add to calendar/ }).dispatchEvent(event));
      return [event.defaultPrevented, shop.app.getSnapshot().children.toast?.getSnapshot().context.shown];
    };
    expect(press()).toEqual([false, null]);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(press()).toEqual([true, { textKey: 'failure_connection_error' }]);
    vi.restoreAllMocks();
  });
});

it('the ticket of a reader leads to leaving the newsletter; others have no such link', () => {
  const way = () => screen.queryByRole('link', { name: 'Unsubscribe from the newsletter' });
  show({ ...ticketIn('valid'), magazine_token: 'magazine-1' });
  expect(way()?.getAttribute('href')).toBe('#/mail-release/magazine-1');
  cleanup();
  show(ticketIn('valid'));
  expect(way()).toBeNull();
});

it('a ticket that cannot be removed from this device stays, with advice', async () => {
  const shop = show(ticketIn('valid'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove this ticket from this device' }));
  act(() => shop.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' }));
  shop.refuse('forgetTicket', { code: 'request_error' });
  expect(screen.getByRole('alert').textContent).toContain('browser’s settings');
  expect(screen.getByText('E1')).toBeDefined();
});

it('a ticket for a period says its period and no time of entry', () => {
  show({ ...ticketIn('valid', { isDated: false }), sale_type: 'period' });
  expect(screen.getByText('Valid', { selector: '.date .vh' })).toBeDefined();
  expect(document.body.textContent).not.toMatch(/Entry \(Japan time\)|\d\d:\d\d – \d\d:\d\d/);
});

it.each([
  ['used', 'Used', 'This ticket has been used for entry.', null, ['receipt']],
  ['shared', 'Shared', /only on the page of the share link/, 'share', ['share', 'receipt', 'revoke']],
  ['sent', 'Handed over', /handed over in full/, null, ['receipt']],
  ['changed', 'Date changed', /The date was changed/, 'reservation-inquiry', []],
  ['cancelled', 'Cancelled', /was cancelled and cannot be used/, null, []],
] as const)(
  'a ticket that is %s shows no code, its meaning and the next step',
  (state, name, meaning, wayOn, links) => {
    show(ticketIn(state));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show larger' })).toBeNull();
    expect(screen.getByText(name)).toBeDefined();
    expect(screen.getByText(meaning)).toBeDefined();
    if (wayOn) expect(linkTo(wayOn)).not.toBeNull();
    expect(offered()).toEqual(links);
  },
);

describe('reading a ticket', () => {
  it('shows the stored copy of an earlier visit with its time until the ticket can be read', async () => {
    const shop = open();
    shop.refuse('readTicket', { code: 'connection_error', unknown: true });
    expect(screen.queryByRole('alert')).toBeNull();
    shop.answer('recallTicket', { ...ticketIn('valid'), as_of: '2026-11-30T12:00:00+09:00' });
    expect(screen.getByRole('alert').textContent).toContain('As of Monday 30 November 2026, 12:00');
    expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    shop.answer('readTicket', ticketIn('used'));
    expect(screen.getByText('Used')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps showing the last version with its time while a refresh fails', async () => {
    const shop = show(ticketIn('valid'));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(screen.getByText('R1')).toBeDefined();
    shop.refuse('readTicket', { code: 'connection_error', unknown: true });
    expect(screen.getByRole('alert').textContent).toContain('could not be refreshed');
    expect(screen.getByText('R1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    shop.refuse('readTicket', { code: 'token_not_found' });
    expect(screen.queryByText('R1')).toBeNull();
  });
});

it('a shared ticket shows the code, and place and hours, and neither number, receipt nor anything to change, until it ends', async () => {
  const shop = openPage('shared', SharedScreen, {}, 'share-1');
  shop.answer('readTicket', sharedTicket);
  expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
  expect(screen.getByText('E2')).toBeDefined();
  expect(screen.queryByText('Reservation number')).toBeNull();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([expect.stringContaining('maps')]);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  shop.refuse('readTicket', { code: 'token_not_found' });
  expect(screen.getByRole('alert').textContent).toContain('This ticket is no longer shared');
  expect(screen.queryByRole('img')).toBeNull();
});

describe('wallet links', () => {
  const wallets: Ticket['wallets'] = ['apple', 'google'];
  /** By their path under the ticket's passes. */
  const links = () =>
    screen
      .queryAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/tickets/ticket-1/passes/'))
      .map((link) => [
        link.getAttribute('href')?.split('/passes/')[1],
        link.textContent,
        link.hasAttribute('download'),
      ]);

  it('are one link per wallet, opened by the phone', () => {
    show({ ...ticketIn('valid'), wallets });
    expect(links()).toEqual([
      ['apple', 'Add to Apple WalletSaves a copy to your iPhone or Apple Watch', false],
      ['google', 'Add to Google WalletSaves a copy to your Android phone', false],
    ]);
  });

  it('have a link for each person not yet admitted if each has a card, because Google takes one pass at a time', () => {
    const [first, second] = people;
    if (!first || !second) throw new Error('The sample has two people.');
    const three = [first, { ...first, entry_code: '', used: true }, second];
    show({ ...ticketIn('valid', { quantity: 3 }), people: three, wallets }, { ticketDisplay: 'separate' });
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
    show({ ...ticketIn('valid', { quantity: 11 }), people: eleven, wallets }, { ticketDisplay: 'separate' });
    expect(links().map(([path]) => path)).toEqual(['apple', 'google']);
  });
});
