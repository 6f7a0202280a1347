import { describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { customer, slotAt } from './kit/buyer.ts';
import { booklet } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, mailedTo, markUsed, paramsOf, passVisit, sending, ticketOf } from './kit/holder.ts';
import { bought } from './kit/parts.ts';
import { problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const buy = async (at = 0, adults = 2, children = 1) => buyTicket(shop, (await slotAt(shop, at)).id, adults, children);
const shared = (share_token: string) => shop.call('getSharedTicket', { params: { share_token } });
const shareOf = async (params: Record<string, string>) => (await shop.call('shareTicket', { params })).share_token;

/** What the gate finds for a code: the ticket's state and how many people it admits. */
const findAtGate = async (code: string) => {
  const found = await shop.db
    .selectFrom('tickets')
    .innerJoin('ticket_people', 'ticket_people.ticket_id', 'tickets.id')
    .select(['tickets.state', 'tickets.entry_hash', 'ticket_people.entry_hash as person'])
    .execute();
  const hash = hashOf(code);
  return found.filter(({ entry_hash, person }) => entry_hash === hash || person === hash);
};

describe('the ticket', () => {
  it('lists all its people, each with an own code that the gate accepts', async () => {
    const { params } = await buy();
    const ticket = await ticketOf(shop, params.reservation_token);
    expect(ticket.people.map(({ option_id }) => option_id)).toEqual([
      'admission-adult',
      'admission-adult',
      'admission-child',
    ]);
    const codes = ticket.people.map(({ entry_code }) => entry_code);
    expect(new Set([...codes, ticket.entry_code]).size).toBe(4);
    for (const code of codes) expect(await findAtGate(code)).toHaveLength(1);
    expect(await findAtGate(ticket.entry_code)).toHaveLength(3);
    expect(ticket).toMatchObject({ children: [], share_token: '' });
  });

  it("is shown in the order's language, or in the received's", async () => {
    const { params } = await buy();
    const [plain, korean] = [
      await ticketOf(shop, params.reservation_token),
      await ticketOf(shop, params.reservation_token, 'kr'),
    ];
    expect(plain.product_name).toBe('入館チケット（日時指定）');
    expect(korean.product_name).toBe('입장 티켓(날짜·시간 지정)');
    expect(korean.order_options[0]?.name).not.toBe(plain.order_options[0]?.name);
    const odd = await shop.send('getTicket', { params, query: { lang: 'xx' } });
    expect(problemOf(odd)).toMatchObject({ status: 400, fields: ['lang'] });
  });

  it('lists the allowed actions and the obstacles, which match the rejections', async () => {
    const { params } = await buy(0, 1, 0);
    const actions = async () => (await ticketOf(shop, params.reservation_token)).actions;
    expect(await actions()).toEqual({
      share: null,
      stop_sharing: 'not_shared',
      send: null,
      split: 'one_person',
      change_date: null,
      receipt: null,
      calendar: null,
      revoke: null,
    });
    await markUsed(shop, params.reservation_token);
    expect(await actions()).toMatchObject({
      share: 'used',
      send: 'used',
      change_date: 'used',
      receipt: null,
      revoke: 'used',
    });
  });

  it('of a past visit can only be viewed, with its receipt', async () => {
    const slot = await slotAt(shop, 12);
    const { params } = await buyTicket(shop, slot.id);
    await passVisit(shop, slot.id);
    const { actions } = await ticketOf(shop, params.reservation_token);
    expect(actions).toMatchObject({ share: 'over', send: 'over', split: 'over', change_date: 'over', receipt: null });
    const refused = problemOf(await shop.send('shareTicket', { params }));
    expect(refused).toMatchObject({ status: 409, code: 'cannot_change_ticket', detail: 'over' });
  });

  it('shows its set products, and a part that was sent on does not', async () => {
    const { params } = await bought(shop);
    const { set_products } = await ticketOf(shop, params.reservation_token, 'en');
    expect(set_products).toMatchObject([{ id: booklet, quantity: 2 }]);
    expect(set_products[0]?.product_name).toMatch(/\w/);
    expect(set_products[0]?.add_cost).toBeGreaterThan(0);
    const link = await shop.call('shareTicket', { params });
    const shared = await shop.call('getSharedTicket', { params: link });
    expect(shared.set_products).toEqual([{ id: booklet, product_name: expect.any(String), quantity: 2 }]);
    await shop.call('stopSharing', { params });
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    expect((await ticketOf(shop, await mailedTo(shop, body.email))).set_products).toEqual([]);
    expect((await ticketOf(shop, params.reservation_token)).set_products).toHaveLength(1);
  });
});

describe('sharing', () => {
  it('shows the recipient the ticket without personal data, price, number or actions', async () => {
    const { params, number } = await buy(1);
    const share_token = await shareOf(params);
    const answer = await shop.send('getSharedTicket', { params: { share_token } });
    const seen = await shared(share_token);
    expect(seen).toMatchObject({ state: 'valid', quantity: 3 });
    expect(seen.order_options.map(({ quantity }) => quantity)).toEqual([2, 1]);
    for (const secret of [number, customer.email, customer.fullname, params.reservation_token, 'add_cost', 'actions'])
      expect(answer.text).not.toContain(secret);
    const refused = problemOf(await shop.send('getReceipt', { params: paramsOf(share_token) }));
    expect(refused.code).toBe('token_not_found');
  });
});

describe('the receipt', () => {
  it('remains available when the site no longer accepts its payment method', async () => {
    const { params } = await buy();
    const rows = await shop.db.selectFrom('payment_methods').selectAll().where('id', '=', 'stripe_secure').execute();
    await shop.db.deleteFrom('payment_methods').where('id', '=', 'stripe_secure').execute();
    const { status, text } = await shop.send('getReceipt', { params });
    await shop.db
      .insertInto('payment_methods')
      .values(rows.map((row) => ({ ...row, words: JSON.stringify(row.words) })))
      .execute();
    expect([status, JSON.parse(text).payment_method_name]).toEqual([200, 'stripe_secure']);
  });

  it('has all items of a simplified qualified invoice', async () => {
    const slot = await slotAt(shop, 2);
    const { params, number } = await buyTicket(shop, slot.id, 2, 1);
    const receipt = await shop.call('getReceipt', { params, query: { lang: 'en' } });
    const [adult, child] = [3800 + slot.surcharge, 1500 + slot.surcharge];
    const total = 2 * adult + child;
    expect(receipt).toMatchObject({
      number: `R-${number}`,
      reservation_number: number,
      reservation_from: slot.reservation_from,
      product_name: 'Timed admission',
      lines: [
        { kind: 'option', name: 'Adult', quantity: 2, price: adult, amount: 2 * adult },
        { kind: 'option', quantity: 1, price: child, amount: child },
      ],
      taxes: [{ rate: 10, amount: total, tax: Math.floor((total * 10) / 110) }],
      total,
      payment_method: 'stripe_secure',
      payment_method_name: 'Credit card',
      issuer: { contact_mail: 'tickets@museum.example' },
    });
    expect(receipt.issuer.invoice_number).toMatch(/^T\d{13}$/);
    expect(Date.now() - Date.parse(receipt.date)).toBeLessThan(600_000);
  });
});
