import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchOrders } from '#server/payments/reconcile.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import {
  adults,
  buyTicket,
  changeSlot,
  newSlot,
  passMinutes,
  rowOf,
  rowsOf,
  seatsOf,
  sending,
  ticketOf,
} from './kit/arrange.ts';
import { choiceOf, dated, hold, readLedger, ready, season } from './kit/buyer.ts';
import { booklet } from './kit/extras.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { makeToday, openOps, readMailKinds } from './kit/ops.ts';
import { answerChallenge, challenge, confirm } from './kit/pay.ts';
import { everything, orderIdOf } from './kit/retained.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { openTwin } from './kit/twin-site.ts';

const shop = await forFile(startShop({ timeout: 400 }));
const twin = await forFile(openTwin(shop));
const ops = await forFile(openOps(shop));
const other = await forFile(openOps(twin));

const site = 'borderless';
const callOff = (input: object, at = ops) => at.run('call-off', { site, ...input });

/** Seats and money of slots and orders as they must be: seats of people, and what the provider keeps for valid orders. */
const mustAgree = async (slots: readonly string[], orders: readonly string[]) => {
  for (const slot of slots) {
    const { held, sold } = await seatsOf(shop, slot);
    const { rows } = await sql<{ people: number }>`select count(*)::int as people from ticket_people
      join tickets on tickets.id = ticket_id join orders on orders.id = order_id
      where tickets.time_span_id = ${slot} and tickets.state in ('valid', 'shared', 'used') and orders.status = 'paid'`.execute(
      shop.db,
    );
    expect({ slot, held, sold }).toEqual({ slot, held: 0, sold: rows[0]?.people });
  }
  for (const token of orders) {
    const { status, total } = await rowOf(shop, 'orders', { id: await orderIdOf(shop, token) });
    const { captured, refunded } = await readLedger(shop, token);
    expect(captured - refunded).toBe(status === 'paid' ? total : 0);
    expect(await watchOrders(shop.deps, [await orderIdOf(shop, token)])).toEqual([]);
  }
};

describe('a slot that is called off', () => {
  it('sells nothing from then on, ends what is not paid, pays everybody back and mails each holder', async () => {
    const slot = await newSlot(shop);
    const [mail, friend] = [newAddress(), newAddress()];
    const bought = await buyTicket(shop, slot, { adults: 3, email: mail });
    await shop.send('sendTicket', { params: bought.params, body: sending(1, friend) });
    const open = await hold(shop, slot);
    const paying = await ready(shop, slot, { adults: 2, email: newAddress() });
    const { payment_intent_id: id, client_secret: secret } = await challenge(shop, paying);
    const [before, planned] = [
      await everything(shop, 'webhook_events'),
      await callOff({ slot, refund: 'all', dry_run: true }),
    ];
    expect(await everything(shop, 'webhook_events')).toBe(before);
    const { captured: amount } = await readLedger(shop, bought.order);
    const facts = { slots: 1, holds: 2, orders: 1, people: 3, amount, left: [] };
    expect(planned).toMatchObject({ ...facts, dry_run: true });
    expect(planned.mails).toEqual(
      expect.arrayContaining([
        { kind: 'cancelled', to: mail },
        { kind: 'cancelled', to: friend },
        { kind: 'refunded', to: mail },
      ]),
    );
    expect(await callOff({ slot, refund: 'all' })).toMatchObject(facts);
    expect(problemOf(await shop.send('createOrder', { body: choiceOf(slot, 1) })).status).toBe(409);
    expect((await shop.call('getOrder', { params: { token: open.token } })).status).toBe('cancelled');
    await answerChallenge(shop, id, secret, 'complete');
    await confirm(shop, id);
    await shop.sandbox.sandbox.webhooks.settled();
    await shop.sweep();
    expect(await readLedger(shop, paying.token)).toMatchObject({ refunded: paying.price });
    expect([await readMailKinds(shop, mail), await readMailKinds(shop, friend)]).toEqual([
      ['completed', 'cancelled', 'refunded'],
      ['ticket_sent', 'cancelled'],
    ]);
    expect(await callOff({ slot, refund: 'all' })).toMatchObject({ holds: 0, orders: 0, people: 0, amount: 0 });
    await mustAgree([slot], [bought.order, paying.token]);
    const by = { kind: 'cancelled', by: 'local' };
    expect((await ops.run('find', { text: bought.number })).orders).toMatchObject([
      { status: 'refunded', acts: [by, by] },
    ]);
  });

  it('moves everybody with their extras to another slot, whose tickets keep link and code', async () => {
    const [slot, to] = [await newSlot(shop), await newSlot(shop)];
    const mail = newAddress();
    const party = { adults: 3, sets: [{ id: booklet, count: 2 }], email: mail };
    const { params, number, order } = await buyTicket(shop, slot, party);
    const { reservation_token } = params;
    await shop.send('splitTicket', { params, body: { option_values: adults(1) } });
    const { entry_code: code } = await ticketOf(shop, reservation_token);
    expect(await callOff({ slot, to })).toMatchObject({ orders: 1, people: 3, amount: 0, left: [] });
    expect(await ticketOf(shop, reservation_token)).toMatchObject({ entry_code: code, state: 'valid', quantity: 2 });
    const sets = (id: string) => rowsOf(shop, 'set_stocks', { time_span_id: id, set_uuid: booklet });
    expect([...(await sets(slot)), ...(await sets(to))].map(({ sold }) => sold)).toEqual([0, 2]);
    const moved = await renderLatestMail(shop, mail);
    expect(moved?.remarks.join()).toContain('リンクとQRコードは、これまでのもの');
    expect([moved?.link, ...(moved?.links ?? [])].map((link) => link?.href).join()).toMatch(
      new RegExp(`${reservation_token}.*changedate/${reservation_token}`),
    );
    const calendar = await fetch(`${shop.url}${apiPrefix}/tickets/${reservation_token}/calendar`);
    expect(await calendar.text()).toContain('SEQUENCE:1');
    await makeToday(shop, to);
    expect(await ops.run('gate', { code })).toMatchObject({ number, quantity: 2 });
    await mustAgree([slot, to], [order]);
  });

  it('leaves tickets as they were, each with its reason', async () => {
    const [slot, to, elsewhere] = [await newSlot(shop), await newSlot(shop, { seats: 2 }), await newSlot(shop)];
    const [used, large, small] = [
      await buyTicket(shop, slot, { adults: 2 }),
      await buyTicket(shop, slot, { adults: 3 }),
      await buyTicket(shop, slot, { adults: 2 }),
    ];
    await ops.run('gate', { code: used.number, people: 1, force: true });
    await passMinutes(shop, (await hold(shop, to, { adults: 2 })).token, 60);
    const { left, people } = await callOff({ slot, to });
    expect(people).toBe(2);
    expect(left).toEqual([
      { number: used.number, people: 2, why: 'used' },
      { number: large.number, people: 3, why: 'full' },
    ]);
    await shop.call('splitTicket', { params: large.params, body: { option_values: adults(1) } });
    await shop.call('changeDate', { params: large.params, body: { time_span_id: elsewhere } });
    expect(await callOff({ slot, refund: 'all' })).toMatchObject({
      people: 0,
      left: [{ why: 'used' }, { people: 1, why: 'elsewhere' }],
    });
    expect(await callOff({ slot, refund: 'none' })).toMatchObject({ people: 1, amount: 0, left: [{ why: 'used' }] });
    await mustAgree([slot, to, elsewhere], [used.order, large.order, small.order]);
  });

  it('is refused a target that is sooner, over, off sale or of another product', async () => {
    const [to, slot, blocked] = [await newSlot(shop), await newSlot(shop), await newSlot(shop)];
    await buyTicket(shop, slot);
    await ops.run('block', { site, slot: blocked });
    const { id: day } = await shop.db
      .selectFrom('time_spans')
      .select('id')
      .where('product_uuid', '=', dated)
      .where('site', '=', site)
      .where('reservation_to', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    expect(await callOff({ slot, to })).toMatchObject({ refused: 'sooner' });
    expect(await callOff({ slot, to: blocked })).toMatchObject({ refused: 'not_on_sale' });
    expect(await callOff({ slot, to: 'nowhere' })).toMatchObject({ refused: 'not_on_sale' });
    expect(await callOff({ slot, to: day, force: true })).toMatchObject({ refused: 'slot_of_other' });
    for (const wrong of [{ slot }, { to }, { slot, to: slot }, { slot, to, refund: 'all' }])
      expect((await callOff(wrong)).refused).toBe('invalid_input');
    expect((await seatsOf(shop, slot)).sold).toBe(1);
    expect((await rowOf(shop, 'time_spans', { site, id: slot })).withdrawn_at).toBeNull();
    expect(await callOff({ slot, to, force: true })).toMatchObject({ people: 1, left: [] });
  });

  it('is a day, or a product on a day, but no period that begins on it', async () => {
    const slot = await newSlot(shop);
    await changeSlot(shop, slot, { day: '2031-05-05' });
    await changeSlot(shop, 'walk-season', { day: '2031-05-05' });
    const { number } = await buyTicket(shop, slot);
    const { refused, said } = await callOff({ day: '2031-05-05', product: dated, refund: 'none' });
    expect([refused, said.en]).toEqual(['not_on_sale', expect.stringContaining(` slot 2031-05-05, ${dated}, or`)]);
    expect(await callOff({ day: '2031-05-05', refund: 'none' })).toMatchObject({ slots: 1, people: 1, amount: 0 });
    expect((await rowOf(shop, 'orders', { reservation_number: number })).status).toBe('cancelled');
    expect(await callOff({ day: '2031-05-05', product: season, refund: 'none' })).toMatchObject({ slots: 1 });
  });
});

describe('a slot that is called off meanwhile', () => {
  it('twice at once, to other targets and while people enter and holders move, is done once for each order', async () => {
    const [slot, one, two] = [await newSlot(shop), await newSlot(shop), await newSlot(shop)];
    const bought = await Promise.all(Array.from({ length: 6 }, () => buyTicket(shop, slot, { email: newAddress() })));
    const [first, second, third] = bought;
    const results = await Promise.all([
      callOff({ slot, to: one }),
      callOff({ slot, to: two }, other),
      callOff({ slot, refund: 'all' }, other),
      other.run('gate', { code: first?.number, force: true }),
      shop.send('changeDate', { params: second?.params ?? {}, body: { time_span_id: two } }),
      ops.run('refund', { reservation_number: third?.number }),
    ]);
    expect(results.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await callOff({ slot, refund: 'all' }, other);
    await shop.sandbox.sandbox.webhooks.settled();
    await shop.sweep();
    for (const { number } of bought) {
      const order = await rowOf(shop, 'orders', { reservation_number: number });
      const acts = await rowsOf(shop, 'order_acts', { order_id: order.id });
      expect(acts.filter(({ kind }) => kind === 'moved' || kind === 'cancelled').length).toBeLessThanOrEqual(1);
    }
    await mustAgree(
      [slot, one, two],
      bought.map(({ order }) => order),
    );
  });

  it.each([
    ['moved', (to: string) => ({ to }), 1],
    ['paid back', () => ({ refund: 'all' }), 0],
  ])('goes on where the last run was lost, and each order is %s once', async (_how, how, moved) => {
    const [slot, to] = [await newSlot(shop), await newSlot(shop)];
    const bought = [await buyTicket(shop, slot), await buyTicket(shop, slot), await buyTicket(shop, slot)];
    /* The second order fails inside of its transaction, as if the process had died there. */
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`.execute(
      shop.db,
    );
    await sql
      .raw(`create trigger fail before insert on order_acts for each row
      when (new.order_id = '${(await rowOf(shop, 'orders', { reservation_number: bought[1]?.number ?? '' })).id}') execute function fail()`)
      .execute(shop.db);
    onTestFinished(async () => {
      await sql`drop function fail() cascade`.execute(shop.db);
    });
    expect((await callOff({ slot, ...how(to) })).status).toBe(500);
    expect([(await seatsOf(shop, slot)).sold, (await seatsOf(shop, to)).sold]).toEqual([2, moved]);
    await sql`drop trigger fail on order_acts`.execute(shop.db);
    expect(await callOff({ slot, ...how(to) })).toMatchObject({ orders: 2, people: 2, left: [] });
    await shop.sweep();
    await mustAgree(
      [slot, to],
      bought.map(({ order }) => order),
    );
    shop.logged.splice(0);
  });
});
