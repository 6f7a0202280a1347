import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { inTransaction } from '#server/db/open.ts';
import { lockShown } from '#server/tickets/gate.ts';
import { clock } from '#src/domain/dates.ts';
import { buyTicket, changeRows, changeSlot, newSlot, rowsOf, ticketOf } from './kit/arrange.ts';
import { dated, season, timed } from './kit/buyer.ts';
import { booklet } from './kit/extras.ts';
import { newAddress } from './kit/mails.ts';
import { callOperator, makeToday, makeToken, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const site = 'borderless';

describe('the gate', () => {
  const admit = (code: string, force = false) => ops.run('gate', { code, force });

  it('admits everybody by the number, and reports when', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, { adults: 2 });
    await makeToday(shop, span);
    const first = await admit(number.toLowerCase().replaceAll('-', ' '));
    expect(first).toMatchObject({ status: 200, done: 'gate', number, quantity: 2, left: 0 });
    expect(first.said.en).toContain(`Reservation ${number}: 2 let in (Adult × 2).`);
    const again = await admit(number);
    expect(again).toMatchObject({ status: 409, refused: 'used', number });
    expect(Date.now() - Date.parse(String(again.at))).toBeLessThan(60_000);
    expect(again.said.en).toContain(`already used at `);
    expect(again.said.en).toContain(clock(String(again.at)));
  });

  it('knows no code that its holder replaces while it is read', async () => {
    const { number, params } = await buyTicket(shop, await newSlot(shop));
    const { entry_code } = await ticketOf(shop, params.reservation_token);
    const reading = inTransaction(shop.db, (tx) => {
      const replace = sql`update tickets set entry_hash = ${hashOf('another')} where number = ${number}`;
      const replacing = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => replace.execute(tx).then(() => result),
      });
      return lockShown(replacing, entry_code, site);
    });
    await expect(reading).rejects.toThrow('unknown');
  });

  it('warns of another day, and admits anyway when forced', async () => {
    const { number, params } = await buyTicket(shop, await newSlot(shop));
    const warned = await admit(number);
    expect(warned).toMatchObject({ status: 409, refused: 'not_today', number });
    expect(warned.said.en).toContain('is not for today');
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
    expect(await admit(number, true)).toMatchObject({ done: 'gate', quantity: 1 });
  });
});

describe('a gate', () => {
  it('says what to hand out, and for whom: once, with the first of the group', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, { adults: 3, sets: [{ id: booklet, count: 2 }] });
    await makeToday(shop, span);
    const first = await ops.run('gate', { code: number, people: 2 });
    expect(first).toMatchObject({ quantity: 2, left: 1, lang: 'ja', kinds: [{ name: '大人', count: 2 }] });
    expect(first).toMatchObject({ product: expect.stringContaining('入館チケット'), sets: [{ count: 2 }] });
    expect(first.said.en).toMatch(/To hand out: .+ × 2\. Still outside: 1\./);
    expect(await ops.run('gate', { code: number, people: 2 })).toMatchObject({ refused: 'fewer_left', left: '1' });
    expect(await ops.run('gate', { code: number })).toMatchObject({ quantity: 1, left: 0, sets: [] });
  });

  it('of one product refuses the ticket of another by its name, and lets nobody in', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span);
    await makeToday(shop, span);
    const refused = await ops.run('gate', { code: number, products: `${dated}, ${season}`, force: true });
    expect(refused).toMatchObject({ status: 409, refused: 'other_product', number });
    expect(refused.said.ja).toContain('入館チケット');
    expect(await ops.run('gate', { code: number, products: `${dated},${timed}` })).toMatchObject({ quantity: 1 });
  });

  it('that a token limits to a product refuses others, and the order says who admitted, when, and at which gate', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, { adults: 3 });
    await makeToday(shop, span);
    const made = (products: string) => ops.run('token-create', { site, name: 'south gate', scope: 'gate', products });
    expect(await ops.code('token-create', { site, name: 'x', scope: 'gate', products: 'nowhere' })).toBe(
      'invalid_input',
    );
    const [other, own] = [await made(`${dated}, ${season}`), await made(timed)];
    const scan = (token: unknown, name: string, sent: object) =>
      callOperator(shop, name, { code: number, ...sent }, { token: String(token) });
    expect((await scan(other.token, 'gate', { products: timed })).body).toMatchObject({ code: 'other_product' });
    expect((await scan(own.token, 'gate', { products: dated })).body).toMatchObject({ code: 'other_product' });
    expect((await scan(own.token, 'gate', { people: 2 })).body).toMatchObject({ quantity: 2, left: 1 });
    expect((await scan(other.token, 'gate-undo', {})).body).toMatchObject({ code: 'other_product' });
    expect((await scan(own.token, 'gate-undo', {})).body).toMatchObject({
      quantity: 2,
      left: 3,
      from_gate: 'south gate',
    });
    expect((await ops.run('gate', { code: number, gate: 'north gate' })).quantity).toBe(3);
    const found = await ops.run('find', { text: number });
    const acts = [
      { kind: 'admitted', number, people: 2, by: own.id, gate: 'south gate' },
      { kind: 'undone', number, people: 2, by: own.id, gate: 'south gate' },
      { kind: 'admitted', number, people: 3, by: 'local', gate: 'north gate' },
    ];
    expect(found.orders).toMatchObject([{ acts }]);
    expect(found.said.en).toContain(`let in 3 people  ${number}  north gate, local`);
  });

  it('undoes its newest admission within minutes, and that of a shared ticket, too', async () => {
    const span = await newSlot(shop);
    const { number, params } = await buyTicket(shop, span, { adults: 3 });
    await makeToday(shop, span);
    expect(await ops.code('gate-undo', { code: 'AAAA-AAAA-AAAA' })).toBe('unknown');
    expect(await ops.code('gate-undo', { code: number })).toBe('nothing_to_undo');
    const { share_token } = await shop.call('shareTicket', { params });
    const { entry_code: code } = await shop.call('getSharedTicket', { params: { share_token } });
    await ops.run('gate', { code, people: 1 });
    expect(await ops.run('gate', { code })).toMatchObject({ quantity: 2, left: 0 });
    expect(await Promise.all([0, 1].map(() => ops.run('gate-undo', { code })))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ quantity: 2, left: 2 }),
        expect.objectContaining({ quantity: 1, left: 3 }),
      ]),
    );
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('shared');
    await ops.run('gate', { code });
    await changeRows(shop, 'order_acts', {}, { at: sql`at - interval '11 minutes'` });
    expect(await ops.run('gate-undo', { code })).toMatchObject({
      status: 409,
      refused: 'nothing_to_undo',
      minutes: '10',
    });
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('used');
  });

  it('undoes by the code of a person the admission of that person alone', async () => {
    const span = await newSlot(shop);
    const { params } = await buyTicket(shop, span, { adults: 2 });
    await makeToday(shop, span);
    const [one, other] = (await ticketOf(shop, params.reservation_token)).people.map(({ entry_code: code }) => code);
    for (const code of [one, other]) expect(await ops.run('gate', { code })).toMatchObject({ quantity: 1 });
    expect(await ops.run('gate-undo', { code: one })).toMatchObject({ quantity: 1, left: 1 });
    expect(await ops.code('gate', { code: other })).toBe('used');
    expect(await ops.code('gate-undo', { code: one })).toBe('nothing_to_undo');
    expect(await ops.run('gate', { code: one })).toMatchObject({ quantity: 1, left: 0 });
  });

  it.each([
    [-40, -20, 'too_late'],
    [-14, -1, null],
    [14, 20, null],
    [20, 30, 'too_early'],
  ])('of a product with a grace of 15 minutes judges a slot from minute %i to %i as %s', async (from, to, refused) => {
    /* Within the day, whatever the time of the test. */
    const at = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span);
    await changeRows(shop, 'products', { site, uuid: timed }, { grace: 15 });
    onTestFinished(() => changeRows(shop, 'products', { site, uuid: timed }, { grace: null }));
    await changeSlot(shop, span, { reservation_from: at(from), reservation_to: at(to) });
    const seen = await ops.run('gate', { code: number });
    if (refused === null) expect(seen).toMatchObject({ quantity: 1 });
    else expect([refused, 'not_today']).toContain(seen.refused);
    if (refused !== null) expect(await ops.code('gate', { code: number, force: true })).toBe('gate');
  });
});

it('what people at the venue do to an order stands on it with token, name and reason; the reason goes with the person', async () => {
  const [email, why, { token, id: by }] = [newAddress(), 'asked at the counter', await makeToken(ops, site, 'full')];
  const { number } = await buyTicket(shop, await newSlot(shop), { adults: 2, email });
  const act = (name: string, input: object) => callOperator(shop, name, { ...input, why }, { token });
  const reservation_number = number;
  for (const to of [number, email]) await act('resend', { to });
  await act('cancel', { reservation_number, dry_run: true });
  for (const name of ['revoke', 'cancel', 'refund']) await act(name, { reservation_number });
  const { orders, said } = await ops.run('find', { text: number });
  const kinds = ['resent', 'resent', 'revoked', 'cancelled', 'refunded'];
  const gate = 'a full program';
  expect(orders).toMatchObject([{ acts: kinds.map((kind) => ({ kind, number, by, gate, why })) }]);
  expect(said.en).toContain(`refunded 2 people  ${number}  ${gate}, ${by}: ${why}`);
  expect(await ops.code('refund', { reservation_number, why: 'x'.repeat(201) })).toBe('invalid_input');
  await ops.run('erase', { mail: email, apply: true });
  expect(await rowsOf(shop, 'order_acts', { by, why: '' })).toHaveLength(kinds.length);
});
