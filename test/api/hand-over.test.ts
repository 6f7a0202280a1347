import { describe, expect, it } from 'vitest';
import { newKey, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import {
  adults,
  buyTicket,
  done,
  type Holder,
  mailedTo,
  markUsed,
  paramsOf,
  peopleOf,
  sending,
  ticketOf,
} from './kit/holder.ts';
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

  it('again from the recipient: every link before it is dead', async () => {
    const { params } = await buy(1);
    const [first, second] = [sending(1), sending(1)];
    await send(params, first);
    const middle = await mailedTo(shop, first.email);
    await send(paramsOf(middle), second);
    expect((await ticketOf(shop, middle)).state).toBe('sent');
    expect(await ticketOf(shop, await mailedTo(shop, second.email))).toMatchObject({ state: 'valid', quantity: 1 });
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

  it.each(['shared', 'used'])('and sending are refused while it is %s', async (state) => {
    const { params } = await buy(2);
    if (state === 'used') await markUsed(shop, params.reservation_token);
    else await shop.call('shareTicket', { params });
    for (const answer of [await split(params, adults(1)), await send(params, sending(1))])
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'cannot_change_ticket', detail: state });
  });
});

/** People of an order whose current ticket admits them. */
const live = async (holder: Holder) =>
  (await peopleOf(shop, holder)).filter(({ state }) => state === 'valid' || state === 'shared').length;

describe('at once', () => {
  it('ten splits of one person each leave one person', async () => {
    const holder = await buy(6);
    const answers = await Promise.all(Array.from({ length: 10 }, () => split(holder.params, adults(1))));
    expect(done(answers)).toBe(5);
    const { quantity, children } = await ticketOf(shop, holder.params.reservation_token);
    expect([quantity, children.length, await live(holder)]).toEqual([1, 5, 6]);
  });

  it('sharing and sending the whole ticket: one of them succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const holder = await buy(2);
      const share = () => shop.send('shareTicket', { params: holder.params });
      const body = sending(2);
      const answers = await Promise.all([share(), send(holder.params, body)]);
      expect(done(answers)).toBe(1);
      const { state } = await ticketOf(shop, holder.params.reservation_token);
      expect(state).toBe(answers[0]?.status === 200 ? 'shared' : 'sent');
      expect(await outboxOf(body.email)).toHaveLength(state === 'sent' ? 1 : 0);
      expect(await live(holder)).toBe(2);
    }
  });
});
