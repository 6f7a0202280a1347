import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { adults, buyTicket, changeRows, newSlot, rowOf, seatsOf, sending, ticketOf } from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, ready, setFault, timed } from './kit/buyer.ts';
import { allNotified, payUntilPaid } from './kit/every-method.ts';
import { booklet, newCoupon, setStock } from './kit/extras.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { dispute, paymentOf } from './kit/money.ts';
import { callOperator, makeToday, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

/** Refunds of some people and set products of an order (docs/payments.md#parts-of-a-payment). */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));
afterEach(() => clearFaults(shop));

const refund = (number: string, wish: object) => ops.run('refund', { reservation_number: number, ...wish });

const prices = { adult: 3800, child: 1500, booklet: 1200 };
type Piece = keyof typeof prices;

/** Buys for adults and children, with two booklets, and a coupon that leaves shares which are no whole yen. */
const buy = async ({ adult = 2, child = 1, off = 1000, scope = '' } = {}) => {
  const [slot, email] = [await newSlot(shop), newAddress()];
  const coupon = off > 0 ? await newCoupon(shop, { amount: off }) : undefined;
  if (coupon && scope) {
    const row = { site: 'borderless', coupon_id: coupon, product_uuid: timed, option_id: scope } as const;
    await shop.db.insertInto('coupon_scopes').values(row).execute();
  }
  const party = { adults: adult, children: child, sets: [{ id: booklet, count: 2 }], email, ...(coupon && { coupon }) };
  const { order: token, ...ticket } = await buyTicket(shop, slot, party);
  await allNotified(shop);
  return { slot, email, token, ...ticket };
};

/** Yen that the provider holds, and the seats and booklets that are sold. */
const stateOf = async ({ token, slot }: { token: string; slot: string }) => {
  const { captured, refunded } = await readLedger(shop, token);
  return [captured - refunded, (await seatsOf(shop, slot)).sold, (await setStock(shop, slot, booklet))?.sold];
};

describe('people and set products of an order', () => {
  it('go back for what was paid for them; they end everywhere, and the others stay', async () => {
    const one = await buy();
    const { price, number, slot, email, params } = one;
    const before = await ticketOf(shop, params.reservation_token);
    const child = before.people.find(({ option_id }) => option_id === 'admission-child');
    const done = await refund(number, { people: 'Child:1', sets: 'Exhibition booklet:1' });
    /* 1500 + 1200 of 11,500, of which 1000 were taken off. */
    expect(done).toMatchObject({ amount: 2465, left: price - 2465, isDone: true, ended: { people: 1, sets: 1 } });
    expect(done.said.en).toContain('1 people and 1 extras are cancelled, and all others stay valid. The buyer');
    expect(await stateOf(one)).toEqual([price - 2465, 2, 1]);
    const ticket = await ticketOf(shop, params.reservation_token);
    expect([ticket.state, ticket.quantity, ticket.set_products[0]?.quantity]).toEqual(['valid', 2, 1]);
    expect([ticket.entry_code, ticket.people.map(({ entry_code }) => entry_code)]).toEqual([
      before.entry_code,
      before.people.filter((person) => person !== child).map(({ entry_code }) => entry_code),
    ]);
    const mail = await renderLatestMail(shop, email);
    expect(mail.rows.map(([, text]) => text)).toEqual(
      expect.arrayContaining([number, '子ども × 1', '2,465円', `${price.toLocaleString('en')}円`]),
    );
    expect(mail.remarks[0]).toContain('ほかのチケットは、そのまま');
    const receipt = await shop.call('getReceipt', { params });
    expect([receipt.total, receipt.lines.find(({ kind }) => kind === 'set')?.quantity]).toEqual([price, 2]);
    expect(receipt.refunds).toMatchObject([{ amount: 2465, tax: 224 }]);
    expect((await ops.run('find', { text: number })).orders).toMatchObject([
      { status: 'paid', acts: [{ kind: 'refunded', people: 1 }], tickets: [{ people: 2 }, { state: 'cancelled' }] },
    ]);
    await makeToday(shop, slot);
    expect((await ops.run('today', { site: 'borderless' })).said.en).toContain(`${number}  0/2`);
    expect(await ops.run('gate', { code: child?.entry_code })).toMatchObject({ refused: 'cancelled' });
    expect(await ops.run('gate', { code: number })).toMatchObject({ quantity: 2, sets: [{ count: 1 }] });
  });

  it('sum up to the total to the yen, in whatever pieces they go back; the last people take the rest and end the order', async () => {
    const pieces: Piece[] = ['adult', 'adult', 'adult', 'child', 'child', 'booklet'];
    const coupon = { off: fc.constantFrom(0, 999, 7001), scope: fc.constantFrom('', 'admission-adult') };
    const shuffled = fc.shuffledSubarray(pieces, { minLength: pieces.length });
    const play = fc.asyncProperty(shuffled, fc.record(coupon), async (sequence, how) => {
      const one = await buy({ adult: 3, child: 2, ...how });
      let left = one.price;
      const gone = { adult: 0, child: 0, booklet: 0 };
      const back = { ...gone };
      /* Yen of a piece less its share of the coupon, if yen could be split. */
      const paidShare = 1 - how.off / (3 * prices.adult + (how.scope ? 0 : 2 * prices.child + 2 * prices.booklet));
      const worth = (name: Piece) => prices[name] * (how.scope === '' || name === 'adult' ? paidShare : 1);
      for (const name of sequence) {
        const isLast = (await ticketOf(shop, one.params.reservation_token)).quantity === 1 && name !== 'booklet';
        const wish = name === 'booklet' ? { sets: `${booklet}:1` } : { people: `${name}:1` };
        const { amount, ...done } = await refund(one.number, wish);
        left -= Number(amount);
        gone[name] += 1;
        back[name] += Number(amount);
        if (!isLast) expect(Math.abs(back[name] - gone[name] * worth(name))).toBeLessThan(1);
        expect([done.isDone, done.left, (await stateOf(one))[0]]).toEqual([true, isLast ? null : left, left]);
        if (isLast) break;
      }
      expect(await stateOf(one)).toEqual([0, 0, 0]);
      expect((await rowOf(shop, 'orders', { reservation_number: one.number })).status).toBe('refunded');
    });
    await fc.assert(play, randomly('Sequences of parts', 60, 5));
  });

  it('are only those who are with the buyer and outside; parts stay when the buyer’s ticket ends', async () => {
    const one = await buy({ adult: 4, child: 0 });
    const { number, params, slot } = one;
    await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    await shop.call('sendTicket', { params, body: sending(1) });
    const refused = await refund(number, { people: 'adult:3' });
    expect([refused.refused, refused.said.en]).toEqual([
      'too_many_items',
      expect.stringMatching(/adult: at most 2 .* 0 are in .*, 2 are on tickets that were split off or sent, 0 are/),
    ]);
    expect((await refund(number, { people: 'senior:1' })).said.en).toContain('It has: adult (admission-adult).');
    const part = await rowOf(shop, 'tickets', { kind: 'split', time_span_id: slot });
    expect(await refund(part.number, { people: 'adult:1' })).toMatchObject({ refused: 'part' });
    expect(await refund(number, { people: 'adult:2' })).toMatchObject({ ended: { people: 2, sets: 2 } });
    expect((await stateOf(one)).slice(1)).toEqual([2, 0]);
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('cancelled');
    await ops.run('gate', { code: part.number, force: true });
    expect((await refund(number, { force: true })).isDone).toBe(true);
    expect((await stateOf(one))[0]).toBe(0);
  });

  it('go back for those who did not come; what was handed out does not', async () => {
    const one = await buy({ adult: 3, child: 0, off: 0 });
    await ops.run('gate', { code: one.number, people: 2, force: true });
    const texts = [await refund(one.number, { people: 'adult:2' }), await refund(one.number, { sets: `${booklet}:1` })];
    expect(texts.map(({ said }) => said.en)).toEqual([
      expect.stringContaining('at most 1 can be paid back. 2 are in'),
      expect.stringContaining('at most 0 can be paid back. 2 are in or were handed out'),
    ]);
    expect(await refund(one.number, { people: 'adult:1', fee: 300 })).toMatchObject({ amount: 3500 });
    expect((await ticketOf(shop, one.params.reservation_token)).state).toBe('used');
    expect((await stateOf(one)).slice(1)).toEqual([2, 2]);
  });

  it('go back once: for a key, by two operators at once, and after a lost reply of the provider', async () => {
    const one = await buy({ adult: 3, child: 0, off: 0 });
    const { token } = await makeToken(ops, 'borderless', 'full');
    const [key, wish] = [newKey(), { reservation_number: one.number, people: 'adult:1' }];
    await setFault(shop, { route: 'refunds.create', fault: 'drop_after', times: 2 });
    expect((await callOperator(shop, 'refund', wish, { token, key })).body).toMatchObject({ isDone: false });
    await changeRows(shop, 'idempotency', {}, { status: null, body: null, started_at: new Date(0) });
    const { body } = await callOperator(shop, 'refund', wish, { token, key });
    expect(body).toMatchObject({ amount: 3800, isDone: true });
    expect(await stateOf(one)).toEqual([one.price - 3800, 2, 2]);
    const answers = await Promise.all([1, 2].map(() => refund(one.number, { people: 'adult:2' })));
    expect(answers.map(({ refused }) => refused ?? 'done').toSorted()).toEqual(['done', 'refunded']);
    expect(await stateOf(one)).toEqual([0, 0, 0]);
  });

  it('and amounts that went back or are on their way are not paid again when the slot is called off', async () => {
    const one = await buy({ adult: 3, off: 0 });
    await refund(one.number, { amount: 700 });
    await refund(one.number, { people: 'adult:1', sets: 'Exhibition booklet:1' });
    await setFault(shop, { route: 'refunds.create', fault: 'drop_before', times: 2 });
    expect(await refund(one.number, { people: 'adult:1' })).toMatchObject({ amount: 3800, isDone: false });
    const off = { people: 2, amount: one.price - 700 - 3800 - 1200 - 3800, left: [] };
    const wish = { site: 'borderless', slot: one.slot, refund: 'all' };
    expect(await ops.run('call-off', wish)).toMatchObject(off);
    await shop.sweep();
    await shop.sweep();
    expect(await stateOf(one)).toEqual([0, 0, 0]);
  });

  it('end also when the provider refuses: the buyer learns it, and the amount can be asked for again', async () => {
    const { number, email } = await buy({ off: 0 });
    await dispute(shop, number, 'needs_response');
    const answer = await refund(number, { people: 'child:1' });
    expect(answer).toMatchObject({ isDone: false, refusal: 'charge_disputed', ended: { people: 1 } });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled']);
    expect(await paymentOf(shop, number)).toMatchObject({ alarm: 'part_refused', parts_refunded: 0 });
  });

  it('are refused for an odd wish, with what to write instead', async () => {
    const one = await buy();
    for (const [wish, text] of [
      [{ people: 'adult' }, 'people: must be names, each with a number'],
      [{ people: 'adult:1', amount: 100 }, 'or people and set products, not both'],
      [{ people: 'child:1', fee: 5000 }, 'or a smaller fee'],
    ] as const)
      expect((await refund(one.number, wish)).said.en).toContain(text);
    expect(await stateOf(one)).toEqual([one.price, 3, 2]);
  });

  it('are refused where the provider takes wholes only, unless they are all', async () => {
    const span = await newSlot(shop);
    const order = { ...(await ready(shop, span, { adults: 2 })), span };
    const { reservation_number } = await payUntilPaid(shop, order, 'gmo');
    expect(await refund(reservation_number, { people: 'adult:1' })).toMatchObject({ refused: 'whole_only' });
    expect(await refund(reservation_number, { people: 'adult:2' })).toMatchObject({ isDone: true, left: null });
  });
});
