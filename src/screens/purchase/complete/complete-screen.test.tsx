import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Corrected, CorrectInput } from '#machines/correction/correction.types.ts';
import type { Completion } from '#src/domain/completion.ts';
import { Failure } from '#src/domain/failures.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { remember, remembered } from '#src/forms/memory.ts';
import { customer, order } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { CompleteScreen } from './complete-screen.tsx';

const completion = { reservation_number: 'K7QX-4M2P', reservation_token: 'ticket-1' };

/** The complete page of an order that the server reports as paid. */
const completed = async (
  site: Partial<SiteSettings> = {},
  expected: Completion = completion,
  correctEmail: (input: CorrectInput) => Promise<Corrected> = () => new Promise(() => undefined),
) => {
  const paid = { ...order, customer_info: customer, status: 'paid' as const, completion: expected };
  const shop = await shopAt({ site, correctEmail, readOrder: async () => ({ token: 'order-1', order: paid, at: 0 }) });
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
    expect(screen.queryByText(/open them with the button above/)).toBeNull();
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

  it('names the address of the mail, and what to do if it is wrong', async () => {
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' });
    expect(screen.getByText(/link to your ticket to h\*\*\*@gmial\.example/)).toBeDefined();
    expect(screen.getByText(/If that address is wrong, your tickets are valid all the same/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'tickets@museum.example' })).toBeDefined();
  });

  it('lets the browser that paid correct the address, names the new one and leads to the new link', async () => {
    const user = userEvent.setup();
    const sent: CorrectInput[] = [];
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' }, async (input) => {
      sent.push(input);
      return { reservation_token: 'ticket-2', sent_to: 'h***@gmail.example' };
    });
    await user.click(screen.getByRole('button', { name: 'Correct the email address' }));
    const field = screen.getByRole('textbox', { name: /^Email/ });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'hanako@');
    await user.click(screen.getByRole('button', { name: 'Send to this address' }));
    expect(sent).toEqual([]);
    await user.type(field, 'gmail.example');
    await user.click(screen.getByRole('button', { name: 'Send to this address' }));
    const box = (await screen.findByRole('heading', { name: /^We have sent your ticket/ })).closest('[role=status]');
    expect(box?.textContent).toContain('We have sent your ticket to hanako@gmail.example.');
    expect(box?.textContent).toContain('no longer opens your ticket');
    expect(document.activeElement).toBe(box);
    expect(sent).toMatchObject([{ token: 'ticket-1', email: 'hanako@gmail.example' }]);
    expect(screen.getByRole('link', { name: 'Show my ticket' }).getAttribute('href')).toBe('#/ticket/ticket-2');
    expect(screen.getByText(/link to your ticket to hanako@gmail\.example/)).toBeDefined();
  });

  it('names the address that the server took, not a later one that it did not', async () => {
    const user = userEvent.setup();
    const correct = async (address: string) => {
      await user.click(screen.getByRole('button', { name: 'Correct the email address' }));
      await user.type(screen.getByRole('textbox', { name: /^Email/ }), address);
      await user.click(screen.getByRole('button', { name: 'Send to this address' }));
    };
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' }, async ({ email }) => {
      if (email === 'hana@gmail.example') throw new Failure({ code: 'cannot_change_ticket', unknown: false });
      return { reservation_token: 'ticket-2', sent_to: 'h***@gmail.example' };
    });
    await correct('hanako@gmail.example');
    await screen.findByRole('heading', { name: 'We have sent your ticket to hanako@gmail.example.' });
    await correct('hana@gmail.example');
    await screen.findByRole('heading', { name: /no longer be corrected/ });
    expect(screen.getByText(/link to your ticket to hanako@gmail\.example/)).toBeDefined();
    expect(document.body.textContent).not.toContain('hana@gmail.example');
  });

  it('names whom to ask when the address can no longer be corrected', async () => {
    const user = userEvent.setup();
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' }, async () => {
      throw new Failure({ code: 'cannot_change_ticket', unknown: false });
    });
    await user.click(screen.getByRole('button', { name: 'Correct the email address' }));
    await user.type(screen.getByRole('textbox', { name: /^Email/ }), 'hanako@gmail.example');
    await user.click(screen.getByRole('button', { name: 'Send to this address' }));
    const box = (await screen.findByRole('heading', { name: /no longer be corrected/ })).closest('[role=status]');
    expect(box?.textContent).toContain('The address can no longer be corrected here');
    expect(screen.getAllByRole('link', { name: 'tickets@museum.example' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Correct the email address' })).toBeNull();
  });

  it('offers no correction where a mail has confirmed the address, nor in a browser that did not pay', async () => {
    await completed({ mailConfirm: true }, { ...completion, sent_to: 'h***@gmial.example' });
    expect(screen.queryByRole('button', { name: 'Correct the email address' })).toBeNull();
    await completed({}, { reservation_number: '…4M2P', reservation_token: '', sent_to: 'h***@gmial.example' });
    expect(screen.queryByRole('button', { name: 'Correct the email address' })).toBeNull();
  });

  it('names it in full while the page still has what was typed', async () => {
    remember('sign-in', { email: 'hanako@gmial.example' });
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' });
    expect(screen.getByText(/link to your ticket to hanako@gmial\.example/)).toBeDefined();
    expect(remembered('sign-in')).toBeUndefined();
  });

  it('names what the server says if another address was typed since', async () => {
    remember('sign-in', { email: 'taro@other.example' });
    await completed({}, { ...completion, sent_to: 'h***@gmial.example' });
    expect(screen.getByText(/link to your ticket to h\*\*\*@gmial\.example/)).toBeDefined();
  });

  it('offers the wallets that take the ticket, and the home screen, before anything else to do', async () => {
    await completed({}, { ...completion, wallets: ['apple', 'google'] });
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    const at = (part: string) => hrefs.findIndex((href) => href.includes(part));
    expect([at('/passes/apple') < at('/calendar'), at('/passes/google') > 0]).toEqual([true, true]);
    expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/home screen/);
  });
});
