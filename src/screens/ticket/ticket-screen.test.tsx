import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { actionsOf, type Ticket } from '#src/domain/ticket.ts';
import { order } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const { main_product: main } = order;
const ticket: Ticket = {
  reservation_number: 'R-1234',
  state: 'valid',
  product_name: main.product_name,
  description: '',
  sale_type: 'time',
  naming_right: 'Tsukishima',
  caution: 'Flat shoes',
  reservation_from: main.reservation_from,
  reservation_to: main.reservation_to,
  quantity: 1,
  price: 2000,
  order_options: main.order_options,
  entry_code: 'ABCD2345EFGH',
  as_of: '2026-11-30T12:00:00+09:00',
  product_uuid: main.product_uuid,
  time_span_id: main.time_span_id,
  people: [],
  share_token: '',
  children: [],
  actions: actionsOf({ state: 'valid', quantity: 1, isDated: true, isOver: false, isBuyers: true }),
};

const at = async (readTicket: () => Promise<Ticket>, site = {}) => {
  const shop = await shopAt({ readTicket, site });
  shop.go('ticket', { token: 'ticket-1' });
  return shop.show(TicketScreen);
};

describe('TicketScreen', () => {
  it('shows when, who and the code of a valid ticket', async () => {
    await at(async () => ticket);
    expect(await screen.findByRole('heading', { level: 2, name: 'Museum' })).toBeDefined();
    expect(screen.getByText('Valid')).toBeDefined();
    expect(screen.getByText('Tuesday, December 1, 2026')).toBeDefined();
    expect(screen.getByText('10:00 – 11:00')).toBeDefined();
    expect(screen.getByText('R-1234')).toBeDefined();
    expect(screen.getByText('Presented by Tsukishima')).toBeDefined();
    expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
    expect(screen.getByText('ABCD 2345 EFGH')).toBeDefined();
    expect(screen.getByText('As of Monday, November 30, 2026, 12:00')).toBeDefined();
  });

  it('has no code on a ticket that was used, and says so', async () => {
    await at(async () => ({ ...ticket, state: 'used', entry_code: '' }));
    expect(await screen.findByText('Used')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it("is read in the page's language, and again in another one", async () => {
    const asked: string[] = [];
    const shop = await shopAt({
      readTicket: async ({ lang }) => {
        asked.push(lang);
        return { ...ticket, product_name: `Told in ${lang}` };
      },
    });
    shop.go('ticket', { token: 'ticket-1' });
    shop.show(TicketScreen);
    expect(await screen.findByText('Told in en')).toBeDefined();
    shop.app.send({ type: 'language.choose', lang: 'kr' });
    expect(await screen.findByText('Told in kr')).toBeDefined();
    expect(asked).toEqual(['en', 'kr']);
  });

  it('says help only where the site has it', async () => {
    await at(async () => ticket, { ticketHelp: false });
    await screen.findByText('R-1234');
    expect(screen.queryByText('How to use this ticket')).toBeNull();
  });

  it('says that nothing is behind a wrong link, and asks for no second try', async () => {
    await at(() => Promise.reject(new Failure({ code: 'token_not_found', unknown: false })));
    expect((await screen.findByRole('alert')).textContent).toContain('There is no ticket behind this link');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reads again when the line was down', async () => {
    let tries = 0;
    await at(async () => {
      tries += 1;
      if (tries === 1) throw new Failure({ code: 'connection_error', unknown: true });
      return ticket;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('R-1234')).toBeDefined();
  });
});
