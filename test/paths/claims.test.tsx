import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoCatalogue, demoSites } from '#server/catalogue/demo/catalogues.ts';
import { langs } from '#src/domain/lang.ts';
import { forgetForms } from '#src/forms/memory.ts';
import { PrivacyScreen } from '#src/screens/legal/legal-screen.tsx';
import { OrderScreen } from '#src/screens/purchase/order/order-screen.tsx';
import { SignInScreen } from '#src/screens/purchase/sign-in/sign-in-screen.tsx';
import { ShareScreen } from '#src/screens/share/share-screen.tsx';
import { TicketScreen } from '#src/screens/ticket/ticket-screen.tsx';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { days, product } from './sample-shop.ts';
import { ticketIn } from './sample-tickets.ts';

const texts = import.meta.glob<Readonly<Record<string, string>>>('../../locales/*/messages.json', {
  import: 'default',
  eager: true,
});

/** Texts that promise something, each on its screen in the state that it is about, with a check of the promise. */

beforeEach(() => {
  forgetForms();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T09:00:00+09:00') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const claims = (text: string | RegExp) => expect(document.body.textContent).toMatch(text);
const ticketPage = (ticket: ReturnType<typeof ticketIn>) => {
  const shop = simulateShop();
  shop.go('ticket', 'ticket-1');
  shop.show(TicketScreen);
  shop.answer('readTicket', ticket);
};
const code = () => document.querySelector('svg.qr');

describe('marks', () => {
  it('a day that is closed or not on sale has the mark that the notice names', async () => {
    const { answer, show } = simulateShop();
    show(OrderScreen);
    await userEvent.click(screen.getByRole('radio', { name: /Museum/ }));
    answer('app/purchase/order/search', { days: days('2026-12-01'), slots: null });
    claims('Days marked “−” are closed or not on sale.');
    const closed = [...document.querySelectorAll('[role="gridcell"] button, [role="gridcell"]')].filter((day) =>
      day.textContent?.includes(', Not on sale'),
    );
    expect(closed.length).toBeGreaterThan(0);
    for (const day of closed) expect(day.querySelector('.stock-mark.closed')).not.toBeNull();
  });

  it.each(langs)('every notice in %s that explains a mark names this one', (lang) => {
    const built = texts[`../../locales/${lang}/messages.json`]?.order_visit_notice ?? '';
    const own = demoSites.map((site) => demoCatalogue(site)?.texts[lang]?.order_visit_notice ?? '');
    for (const notice of [built, ...own]) if (/印|mark|标|표시|標/.test(notice)) expect(notice).toContain('−');
    expect(built).toContain('−');
  });
});

describe('sharing', () => {
  it('the page that offers to share says that this ticket shows no code then, and so it is', () => {
    const shop = simulateShop();
    shop.go('share', 'ticket-1');
    shop.show(ShareScreen);
    shop.answer('readTicket', ticketIn('valid'));
    claims('While you share, this ticket shows no code.');
    cleanup();
    ticketPage(ticketIn('valid'));
    claims('Moves the code to a link');
    expect(code()).not.toBeNull();
    cleanup();
    ticketPage(ticketIn('shared'));
    expect(code()).toBeNull();
  });
});

describe('newsletter', () => {
  it('the privacy page says that the box is ticked, and it is', async () => {
    const shop = simulateShop();
    shop.toSignIn();
    shop.show(SignInScreen);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /news/ }).checked).toBe(true);
    claims('from your ticket’s page');
    cleanup();
    await act(async () => shop.show(PrivacyScreen));
    expect(await screen.findByText(/The box for our newsletter is ticked .* on your ticket’s page/)).toBeDefined();
  });

  it('the ticket of a reader leads to leaving it; others have no such link', () => {
    const way = () => screen.queryByRole('link', { name: 'Unsubscribe from the newsletter' });
    ticketPage({ ...ticketIn('valid'), magazine_token: 'magazine-1' });
    expect(way()?.getAttribute('href')).toBe('#/mail-release/magazine-1');
    cleanup();
    ticketPage(ticketIn('valid'));
    expect(way()).toBeNull();
  });
});

describe('period', () => {
  it('a ticket for a period says its period, no time of entry, and needs no change of date', () => {
    ticketPage({ ...ticketIn('valid', { isDated: false }), sale_type: 'period' });
    expect(screen.getByText('Valid', { selector: '.date .vh' })).toBeDefined();
    expect(document.body.textContent).not.toMatch(/Entry \(Japan time\)|\d\d:\d\d – \d\d:\d\d/);
  });
});

describe('the next step', () => {
  it('times that were looked for are counted aloud, once they are there', async () => {
    const { answer, show } = simulateShop({ catalogue: { products: [product] } });
    show(OrderScreen);
    await userEvent.click(screen.getByRole('radio', { name: /Museum/ }));
    answer('app/purchase/order/search', { days: days('2026-12-01'), slots: null });
    await userEvent.click(screen.getByRole('button', { name: /Tuesday 1 December 2026, Available/ }));
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said()).toContain('Checking availability…');
    const slot = { id: 't1', sale_from: '', state: 'plenty', remaining: 9, surcharge: 0 };
    const at = (hour: number) => ({
      ...slot,
      id: `t${hour}`,
      reservation_from: `2026-12-01T${hour}:00:00+09:00`,
      reservation_to: `2026-12-01T${hour + 1}:00:00+09:00`,
    });
    answer('app/purchase/order/search', {
      days: null,
      slots: [at(10), { ...at(11), state: 'few', remaining: 2 }, { ...at(12), state: 'sold_out', remaining: 0 }],
    });
    expect(said()).toContain('2 times, 1 with few tickets left');
    expect(said()).not.toContain('Checking availability…');
  });
});
