import { describe, expect, it } from 'vitest';
import { newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { adults, buyTicket, mailedTo, paramsOf, sending, ticketOf } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const buy = async (count = 2, children = 0) => buyTicket(shop, (await slotAt(shop, 0)).id, count, children);
const send = (params: Record<string, string>, body: object) => shop.send('sendTicket', { params, body });
const split = (params: Record<string, string>, option_values: object) =>
  shop.send('splitTicket', { params, body: { option_values } });
const outboxOf = (address: string) => shop.db.selectFrom('outbox').selectAll().where('address', '=', address).execute();

describe('sending', () => {
  it('some people: they get their own ticket, the rest stays, and a mail is sent', async () => {
    const { params, number } = await buy(2, 1);
    const before = await ticketOf(shop, params.reservation_token);
    const body = { ...sending(1), email: `  Ｔaro-${newKey()}@visitor.example `, note: '入口で会いましょう' };
    const reply = await shop.call('sendTicket', { params, body });
    const address = body.email.trim().replace('Ｔ', 'T');
    expect(reply).toEqual({ sent_to: address, quantity: 1 });

    const mine = await ticketOf(shop, params.reservation_token);
    expect(mine).toMatchObject({ state: 'valid', quantity: 2, entry_code: before.entry_code });
    expect(mine.children).toEqual([
      { kind: 'sent', state: 'valid', quantity: 1, reservation_token: '', sent_to: 'T***@visitor.example' },
    ]);

    const [mail] = await outboxOf(address);
    expect(mail).toMatchObject({ kind: 'ticket_sent', lang: 'en', note: '', site: 'borderless' });
    const theirs = await ticketOf(shop, await mailedTo(shop, address));
    expect(theirs).toMatchObject({ state: 'valid', quantity: 1, product_name: 'Timed admission', children: [] });
    expect([theirs.note, mine.note]).toEqual([body.note, undefined]);
    expect(theirs.reservation_number).not.toBe(number);
    expect(before.people.map(({ entry_code }) => entry_code)).not.toContain(theirs.people[0]?.entry_code);
  });

  it('all people: the old link shows its state without entry codes; the buyer keeps the receipt', async () => {
    const { params, number } = await buy(2);
    const body = sending(2);
    expect((await send(params, body)).status).toBe(200);
    const mine = await ticketOf(shop, params.reservation_token);
    expect(mine).toMatchObject({ state: 'sent', quantity: 0, entry_code: '', people: [], order_options: [], price: 0 });
    const theirs = paramsOf(await mailedTo(shop, body.email));
    expect(await ticketOf(shop, theirs.reservation_token)).toMatchObject({ state: 'valid', quantity: 2 });
    expect((await shop.call('getReceipt', { params })).reservation_number).toBe(number);
    expect(problemOf(await shop.send('getReceipt', { params: theirs })).code).toBe('token_not_found');
    expect(problemOf(await send(params, sending(1)))).toMatchObject({ code: 'cannot_change_ticket', detail: 'sent' });
  });
});

describe('splitting', () => {
  it('gives some people their own link, which the old ticket still lists', async () => {
    const { params, number } = await buy(2, 1);
    const child = await shop.call('splitTicket', {
      params,
      body: { option_values: [...adults(1), { id: 'admission-child', count: 1 }] },
    });
    expect(child.quantity).toBe(2);
    const mine = await ticketOf(shop, params.reservation_token);
    expect(mine).toMatchObject({ quantity: 1, actions: { split: 'one_person' } });
    const { reservation_token } = child;
    expect(mine.children).toEqual([{ kind: 'split', state: 'valid', quantity: 2, reservation_token, sent_to: '' }]);
    const theirs = await ticketOf(shop, reservation_token);
    expect(theirs.order_options.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['adult', 1],
      ['child', 1],
    ]);
    expect(theirs.price + mine.price).toBe((await shop.call('getReceipt', { params })).total);
    expect(theirs.reservation_number).not.toBe(number);
    expect(theirs.actions.receipt).toBe('not_buyer');
  });

  it.each([
    ['the only person', 1, adults(1), 'split_no_child'],
    ['everybody', 2, adults(2), 'split_no_child'],
    ['nobody', 2, [], 'split_option_less_than_one'],
    ['none of an option', 2, adults(0), 'split_option_less_than_one'],
    ['more than there are', 2, adults(3), 'invalid_quantity'],
    ['an option that the ticket lacks', 2, [{ id: 'admission-child', count: 1 }], 'invalid_input'],
    ['an option twice', 3, [...adults(1), ...adults(1)], 'invalid_input'],
  ])('of %s is refused', async (_which, count, option_values, code) => {
    const { params } = await buy(count);
    expect(problemOf(await split(params, option_values)).code).toBe(code);
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ state: 'valid', quantity: count });
  });
});
