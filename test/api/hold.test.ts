import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { customer, hold, pay, ready, replyOf, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { linkTokenOf } from './kit/mails.ts';
import { changeRows, rowOf } from './kit/rows.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { changeSlot, leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const extend = (token: string) => shop.send('extendOrder', { params: { token } });

describe('a hold', () => {
  it('is extended ten times and not again', async () => {
    const { token } = await hold(shop, (await slotAt(shop, 4)).id);
    await passMinutes(shop, token, 10);
    expect((await readOrder(token)).seconds_left).toBeLessThanOrEqual(300);
    for (let left = 9; left >= 0; left -= 1) {
      const { text } = await extend(token);
      expect(JSON.parse(text)).toMatchObject({ status: 'open', extensions_left: left });
    }
    expect((await readOrder(token)).seconds_left).toBeGreaterThan(890);
    expect(problemOf(await extend(token))).toMatchObject({ status: 409, code: 'extension_limit' });
  });

  it('is never shortened by an extension', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    expect(problemOf(await pay(shop, order, { card: '4000000000000002' })).code).toBe('payment_api_failure');
    const { seconds_left } = await readOrder(order.token);
    expect(seconds_left).toBeGreaterThan(16 * 60);
    expect(JSON.parse((await extend(order.token)).text).seconds_left).toBeGreaterThan(16 * 60);
  });

  it('is not extended indefinitely by declined payments', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    await changeRows(
      shop,
      'orders',
      { token_hash: hashOf(order.token) },
      { held_since: sql`now() - interval '5 hours'` },
    );
    expect(problemOf(await pay(shop, order, { card: '4000000000000002' })).code).toBe('payment_api_failure');
    expect((await readOrder(order.token)).seconds_left).toBeLessThanOrEqual(15 * 60);
  });

  it('is neither extended nor renewed after the sale of its timespan has ended', async () => {
    const { id } = await slotAt(shop, 7);
    const running = await hold(shop, id);
    const ended = await hold(shop, id);
    await passMinutes(shop, ended.token, 20);
    await changeSlot(shop, id, { sale_to: sql`now() - interval '1 minute'` });
    expect(problemOf(await extend(running.token)).code).toBe('ticket_not_on_sale');
    expect((await readOrder(running.token)).status).toBe('open');
    expect(problemOf(await extend(ended.token)).code).toBe('session_timeout');
  });

  it('that expired releases its seats when it is read, and is renewed while they are free', async () => {
    const slot = await slotAt(shop, 4);
    const { token } = await hold(shop, slot.id, 2);
    const { held } = await seatsOf(shop, slot.id);
    await passMinutes(shop, token, 16);
    expect(await readOrder(token)).toMatchObject({ status: 'expired', seconds_left: 0 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held - 2);
    expect(JSON.parse((await extend(token)).text)).toMatchObject({ status: 'open', extensions_left: 9 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held);
  });

  it('that expired is renewed by continuing the order', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    await passMinutes(shop, order.token, 16);
    await shop.sweep();
    expect(replyOf(await pay(shop, order)).status).toBe('paid');
  });

  it('that expired and lost its seats is a session_timeout', async () => {
    const slot = await slotAt(shop, 8);
    const order = await ready(shop, slot.id, 2);
    await passMinutes(shop, order.token, 16);
    await shop.sweep();
    await leaveSeats(shop, slot.id, 1);
    const { token } = order;
    expect(problemOf(await extend(token))).toMatchObject({ status: 410, code: 'session_timeout' });
    expect(problemOf(await pay(shop, order)).code).toBe('session_timeout');
    expect(problemOf(await shop.send('putOrder', { params: { token }, body: customer })).code).toBe('session_timeout');
  });
});

describe('the confirmation mail', () => {
  it('stores a mail without a link in the outbox; its link opens the order any number of times', async () => {
    const { token } = await hold(shop, (await slotAt(shop, 4)).id);
    const body = { ...customer, email: 'mail@visitor.example' };
    expect(await shop.call('createOrderMail', { params: { token }, body })).toEqual({
      sent_to: 'mail@visitor.example',
    });
    const row = await rowOf(shop, 'outbox', { address: 'mail@visitor.example' });
    expect(row).toMatchObject({ kind: 'mail_confirm', lang: 'ja', sent_at: null });
    const link = await linkTokenOf(shop, 'mail@visitor.example');
    expect(JSON.stringify(row)).not.toContain(link);
    const opened = await shop.call('getOrderMail', { params: { token: link } });
    expect(await shop.call('getOrderMail', { params: { token: link } })).toEqual(opened);
    const { seconds_left: _one, ...same } = await shop.call('getOrder', { params: { token: opened.order_token } });
    expect(await shop.call('getOrder', { params: { token } })).toMatchObject(same);
    expect(problemOf(await shop.send('getOrderMail', { params: { token } })).code).toBe('token_not_found');
  });
});
