import { describe, expect, it } from 'vitest';
import { readLedger } from './kit/buyer.ts';
import { booklet, setStock, usesOf } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, mailedTo, sending, ticketOf } from './kit/holder.ts';
import { makeToday, openOps, readMailKinds } from './kit/ops.ts';
import { bought, scattered } from './kit/parts.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const cancel = (reservation_number: string) => ops.run('cancel', { reservation_number });
const sold = async (span: string) => (await seatsOf(shop, span)).sold;
const stateOf = async (token: string) => (await ticketOf(shop, token)).state;

describe('cancelling', () => {
  it('releases seats, set products and the coupon’s use, without a refund', async () => {
    const { span, code, token, price, email, number, params } = await bought(shop);
    expect(await usesOf(shop, code)).toBe(1);
    expect(await cancel(number)).toMatchObject({ status: 200, done: 'cancel', quantity: 1, isWhole: true, used: 0 });
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
    expect(await setStock(shop, span, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await usesOf(shop, code)).toBe(0);
    expect(await readLedger(shop, token)).toMatchObject({ captured: price, refunded: 0 });
    expect(await shop.call('getOrder', { params: { token } })).toMatchObject({ status: 'cancelled', completion: null });
    const ticket = await ticketOf(shop, params.reservation_token);
    expect(ticket).toMatchObject({ state: 'cancelled', entry_code: '', actions: { receipt: 'cancelled' } });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled']);
    expect(await cancel(number)).toMatchObject({ status: 409, refused: 'cancelled' });
  });

  it("by the buyer's number cancels the whole order, including all its split-off tickets", async () => {
    const { number, from, to, tokens, email, params } = await scattered(shop);
    expect([await sold(from), await sold(to)]).toEqual([2, 2]);
    expect(await cancel(number)).toMatchObject({ done: 'cancel', quantity: 4, isWhole: true });
    expect([await sold(from), await sold(to)]).toEqual([0, 0]);
    for (const token of Object.values(tokens)) expect(await stateOf(token)).toBe('cancelled');
    expect(await stateOf(params.reservation_token)).toBe('cancelled');
    expect(await readMailKinds(shop, email)).toEqual(['ticket_sent', 'cancelled']);
  });

  it('by the number of a split-off ticket cancels only that ticket', async () => {
    const { number, from, to, tokens, order } = await scattered(shop);
    const part = async (token: string) => (await ticketOf(shop, token)).reservation_number;
    expect(await cancel(await part(tokens.sent))).toMatchObject({ done: 'cancel', quantity: 1, isWhole: false });
    expect([await sold(from), await sold(to)]).toEqual([1, 2]);
    expect([await stateOf(tokens.sent), await stateOf(tokens.split)]).toEqual(['cancelled', 'valid']);
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('paid');
    expect(await cancel(await part(tokens.sent))).toMatchObject({ refused: 'cancelled' });

    await cancel(await part(tokens.split));
    expect(await cancel(number)).toMatchObject({ quantity: 2 });
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('cancelled');
    expect([await sold(from), await sold(to)]).toEqual([0, 0]);
  });

  it('of the last valid ticket ends the order, with its set products and its coupon', async () => {
    const { span, code, number, params, token } = await bought(shop);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    expect(await ops.code('cancel', { reservation_number: number })).toBe('cancel');
    expect(await setStock(shop, span, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await usesOf(shop, code)).toBe(0);
    expect((await shop.call('getOrder', { params: { token } })).status).toBe('cancelled');
  });

  it('keeps used tickets, and with them the order', async () => {
    const { number, from, tokens, order } = await scattered(shop);
    await makeToday(shop, from);
    const used = await ticketOf(shop, tokens.split);
    await ops.run('gate', { code: used.reservation_number });
    expect(await cancel(number)).toMatchObject({ done: 'cancel', quantity: 3, used: 1 });
    expect(await sold(from)).toBe(1);
    expect(await stateOf(tokens.split)).toBe('used');
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('paid');
    expect(await cancel(used.reservation_number)).toMatchObject({ refused: 'used' });
    expect(await cancel(number)).toMatchObject({ refused: 'used' });
  });

  it('cancels a shared ticket too: its link admits nobody', async () => {
    const span = await newSlot(shop);
    const { params, number } = await buyTicket(shop, span, 1);
    await shop.call('shareTicket', { params });
    expect(await cancel(number)).toMatchObject({ done: 'cancel' });
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ state: 'cancelled', share_token: '' });
    expect(await sold(span)).toBe(0);
  });

  it('rejects unknown tickets, and tickets that were sent on as a whole', async () => {
    expect(await cancel('AAAA-AAAA-AAAA')).toMatchObject({ status: 409, refused: 'unknown' });
    const { params } = await buyTicket(shop, await newSlot(shop), 2);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    const theirs = await mailedTo(shop, body.email);
    const { reservation_number } = await ticketOf(shop, theirs);
    await shop.call('sendTicket', { params: { reservation_token: theirs }, body: sending(1) });
    expect(await cancel(reservation_number)).toMatchObject({ refused: 'sent' });
  });
});
