import { describe, expect, it, onTestFinished } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import { isFree } from '#src/domain/product.ts';
import { buyTicket, changeRows, changeSlot, markUsed, newSlot, passVisit, ticketOf } from './kit/arrange.ts';
import { choiceOf, customer, purchase, ready, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { applyCoupon, booklet, newCoupon, stockSets } from './kit/extras.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const buy = async (at = 0, adults = 2, children = 1) => buyTicket(shop, (await slotAt(shop, at)).id, adults, children);

describe('the ticket', () => {
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
});

describe('the receipt', () => {
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
      product_name: 'Admission',
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

describe('another date', () => {
  const move = (params: Record<string, string>, time_span_id: string) =>
    shop.send('changeDate', { params, body: { time_span_id } });

  it('is possible as often and until when its product allows, for parts as for the whole', async () => {
    const rules = (date_changes: number | null, date_change_hours: number | null) =>
      changeRows(shop, 'products', { site: 'borderless', uuid: timed }, { date_changes, date_change_hours });
    onTestFinished(() => rules(null, null));
    const ruleOf = async (token: string) => {
      const { change_rule, actions } = await ticketOf(shop, token);
      return [actions.change_date, change_rule];
    };
    const { params } = await buyTicket(shop, await newSlot(shop), 2, 0);
    expect(await ruleOf(params.reservation_token)).toEqual([null, undefined]);
    await rules(1, null);
    expect(await ruleOf(params.reservation_token)).toEqual([null, { left: 1, until: null }]);
    const moved = await shop.call('changeDate', { params, body: { time_span_id: await newSlot(shop) } });
    const next = { reservation_token: moved.reservation_token };
    expect(await ruleOf(moved.reservation_token)).toEqual(['fixed', undefined]);
    expect(problemOf(await move(next, await newSlot(shop)))).toMatchObject({
      code: 'cannot_change_ticket',
      detail: 'fixed',
    });
    const option_values = [{ id: 'admission-adult', count: 1 }];
    const part = await shop.call('splitTicket', { params: next, body: { option_values } });
    expect(await ruleOf(part.reservation_token)).toEqual(['fixed', undefined]);
    await rules(2, 1);
    const { reservation_from } = await ticketOf(shop, moved.reservation_token);
    const until = new Date(Date.parse(reservation_from) - 3_600_000).toISOString();
    expect(await ruleOf(part.reservation_token)).toEqual([null, { left: 1, until }]);
    await rules(null, 2_160);
    expect(problemOf(await move(next, await newSlot(shop)))).toMatchObject({
      code: 'cannot_change_ticket',
      detail: 'late',
    });
  });

  it('costs nothing more for free admissions', async () => {
    const [from, to] = [await newSlot(shop, { surcharge: 300 }), await newSlot(shop, { surcharge: 300 })];
    const child = shop.db.updateTable('product_options').where('id', '=', 'admission-child');
    await child.set({ add_cost: 0 }).execute();
    const { params } = await buyTicket(shop, from, 1, 2);
    const { status } = await move(params, to);
    const { price } = await ticketOf(shop, params.reservation_token);
    await child.set({ add_cost: 1500 }).execute();
    expect([status, price]).toEqual([200, 0]);
  });

  it('is within the days of the coupon as the first one was, also for a visit over midnight', async () => {
    const next = addDays(tomorrow, 1);
    const night = async () => {
      const span = await newSlot(shop);
      await changeSlot(shop, span, { reservation_to: new Date(`${next}T02:00:00+09:00`) });
      return span;
    };
    const order = await ready(shop, await night());
    const { price } = await applyCoupon(shop, order.token, await newCoupon(shop, { visit_from: next }));
    const { reservation_token } = await purchase(shop, { ...order, price });
    expect((await move({ reservation_token }, await night())).status).toBe(200);
  });

  it.each([
    ['1', 'a dearer time', { surcharge: 300 }, 'dearer_slot', 'closed'],
    ['2', 'a time with too few seats for its people', { seats: 2 }, 'seat_reserve_error', 'closed'],
    ['3', 'a time without the set products bought along', { booklets: 0 }, 'seat_reserve_error', 'sold_out'],
    ['4', 'a time that costs the same', {}, undefined, 'plenty'],
    ['5', 'a day outside those of its coupon', {}, 'coupon_out_of_coverage', 'closed'],
  ] as const)('is shown for this ticket as the change will be judged: %s, %s', async (at, _, about, code, state) => {
    const { booklets, ...slot } = { booklets: 9, ...about };
    const body = { ...choiceOf(await newSlot(shop), 3), set_products: [{ id: booklet, count: 1 }] };
    const { order_token: token } = await shop.call('createOrder', { body });
    await applyCoupon(shop, token, await newCoupon(shop, { visit_to: '2031-06-04' }));
    const { price } = await shop.call('putOrder', { params: { token }, body: customer });
    const { reservation_token } = await purchase(shop, { token, price });
    const [to, day] = [await newSlot(shop, slot), `2031-06-0${at}`];
    const [reservation_from, reservation_to] = [new Date(`${day}T10:00:00+09:00`), new Date(`${day}T10:30:00+09:00`)];
    await changeSlot(shop, to, { day, reservation_from, reservation_to, sale_to: reservation_from });
    await stockSets(shop, to, booklet, booklets);
    const query = { from: day, to: day, lang: 'en', product_uuid: timed };
    const everybody = await shop.call('searchProducts', { query });
    const holder = await shop.call('searchProducts', { query: { ...query, reservation_token } });
    const answer = await move({ reservation_token }, to);
    expect(everybody.days.map((one) => isFree(one.state))).toEqual([true]);
    expect(holder.days.map((one) => one.state)).toEqual([state]);
    expect(answer.status === 200 ? undefined : problemOf(answer).code).toBe(code);
  });
});
