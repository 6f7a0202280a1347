import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { methods } from '#src/domain/payment.ts';
import { buyTicket, changeRows, changeSlot, mailedTo, newSlot, rowOf, rowsOf, sending } from './kit/arrange.ts';
import { ledgerAt, ready } from './kit/buyer.ts';
import { orderFor, payUntilPaid } from './kit/every-method.ts';
import { newAddress } from './kit/mails.ts';
import { reconcileNow } from './kit/money.ts';
import { openOps } from './kit/ops.ts';
import { answerChallenge, challenge } from './kit/pay.ts';
import { isNamed, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';

const shop = await forFile(startWholeShop());
const ops = await forFile(openOps(shop));
beforeEach(() => {
  shop.logged.length = 0;
});

const statesOf = async (order_id: string) => (await rowsOf(shop, 'payments', { order_id })).map(({ state }) => state);

/** An old order whose ticket was shared and of which a part was sent. */
const longAgo = async () => {
  const email = newAddress();
  const { params, number, order } = await buyTicket(shop, await newSlot(shop), { adults: 3, email });
  const body = sending(1);
  await shop.call('sendTicket', { params, body });
  const { share_token } = await shop.call('shareTicket', { params });
  const theirs = await mailedTo(shop, body.email);
  const id = await orderIdOf(shop, order);
  await passDays(shop, id, 500);
  await runNow(shop);
  expect(await isNamed(shop, id)).toBe(false);
  return { id, email, recipient: body.email, params, number, order, share_token, theirs };
};

describe('after a ticket was anonymised', () => {
  it('its links to files open nothing, and nobody finds it by its mail and number or gets a mail about it', async () => {
    const { params, email, number, recipient } = await longAgo();
    for (const path of ['calendar', 'passes/apple', 'passes/google']) {
      const answer = await fetch(`${shop.url}${apiPrefix}/tickets/${params.reservation_token}/${path}`);
      expect(answer.status).toBe(404);
    }
    for (const mail of [email, recipient]) {
      const query = { email: mail, reservation_number: number };
      expect(problemOf(await shop.send('getReservation', { query })).code).toBe('ticket_not_found');
      await shop.call('createReservationMail', { body: { email: mail, lang: 'ja' } });
    }
    await shop.sweep();
    const mails = shop.db.selectFrom('outbox').select('id').where('address', 'in', [email, recipient]);
    expect(await mails.execute()).toEqual([]);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('the operator still has its accounts, and sees that it is anonymised', async () => {
    const { number, id, email } = await longAgo();
    expect(await ops.run('receipt', { reservation_number: number })).toMatchObject({
      done: 'receipt',
      receipt: { number: `R-${number}`, total: 3 * 3800 },
    });
    expect(await ops.code('export', { who: number })).toBe('anonymous');
    /* A newsletter subscription lasts until its reader unsubscribes. */
    expect(await ops.run('export', { who: email })).toMatchObject({
      data: { orders: [], tickets: [], tickets_sent: [], mails: [], newsletters: [{ email }] },
    });
    /* Its code was passed on, so the number alone opens no gate. */
    expect(await ops.code('gate', { code: number })).toBe('shared');
    expect(await ops.code('refund', { reservation_number: number })).toBe('refund');
    expect(await statesOf(id)).toEqual(['refunded']);
    expect(await rowsOf(shop, 'outbox', { order_id: id })).toEqual([]);
    expect(await ops.code('cancel', { reservation_number: number })).toBe('refunded');
  });
});

it('after an unpaid order was anonymised a payment that arrives for it is refunded, since nobody could get the ticket', async () => {
  const span = await newSlot(shop);
  const order = await ready(shop, span);
  const id = await orderIdOf(shop, order.token);
  const reply = await challenge(shop, order);
  /* The attempt is cancelled in our database, but the provider does not know it. */
  await changeRows(shop, 'payments', { order_id: id }, { state: 'cancelled' });
  await changeRows(shop, 'orders', { id }, { status: 'open' });
  await passDays(shop, id, 2);
  await shop.sweep();
  /* The visit is still to come: only the missing name is a reason for the refund. */
  const later = sql<Date>`now() + interval '1 day'`;
  await changeSlot(shop, span, { sale_to: later, reservation_to: later });
  await runNow(shop);
  expect(await isNamed(shop, id)).toBe(false);
  await answerChallenge(shop, reply.payment_intent_id, reply.client_secret, 'complete');
  await shop.sandbox.sandbox.webhooks.settled();
  await shop.sweep();
  expect((await rowOf(shop, 'orders', { id })).status).toBe('refunded');
  expect((await ledgerAt(shop.sandbox.url))[id]).toMatchObject({ captured: order.price, refunded: order.price });
  expect(await statesOf(id)).toEqual(['refunded']);
  expect(await rowsOf(shop, 'tickets', { order_id: id })).toEqual([]);
});

it('an unsubscribed newsletter keeps a hash of the address, and can be subscribed again', async () => {
  const email = newAddress();
  await buyTicket(shop, await newSlot(shop), { email });
  const { id } = await rowOf(shop, 'mail_magazines', { email });
  const params = { id: shop.deps.tokens.token('magazine', id) };
  const stoppedAt = sql<Date>`now() - interval '31 days'`;
  await changeRows(shop, 'mail_magazines', { id }, { stopped_at: stoppedAt });
  await runNow(shop);
  const rows = () =>
    shop.db.selectFrom('mail_magazines').select(['email', 'stopped_at']).where('id', '=', id).execute();
  expect(JSON.stringify(await rows())).not.toContain('visitor.example');
  expect(await shop.call('getMailMagazine', { params })).toEqual({ email: '***', is_active: false });
  await buyTicket(shop, await newSlot(shop), { email });
  expect(await rows()).toEqual([{ email, stopped_at: null }]);
  expect((await shop.call('getMailMagazine', { params })).is_active).toBe(true);
});

describe.each(methods)('paid by %s', (method) => {
  it('the ledgers of shop and provider still match, and a refund is still possible', async () => {
    const order = await orderFor(shop, method);
    const { reservation_number } = await payUntilPaid(shop, order, method);
    const id = await orderIdOf(shop, order.token);
    /* An order with mails to send is not anonymised. */
    await changeRows(shop, 'outbox', {}, { state: 'sent' });
    await changeRows(shop, 'orders', { id }, { time_span_id: await newSlot(shop) });
    const { time_span_id } = await rowOf(shop, 'orders', { id });
    await changeRows(shop, 'tickets', { order_id: id }, { time_span_id });
    await changeSlot(shop, time_span_id, { reservation_to: new Date(0), sold: 1 });
    /* The provider's daily file confirms the payments that wait for it. */
    await shop.db
      .updateTable('payments')
      .set({ unconfirmed_since: null, confirmed_at: sql`now()` })
      .where('unconfirmed_since', 'is not', null)
      .execute();
    await runNow(shop);
    expect(await isNamed(shop, id)).toBe(false);
    /* Payments that were asked about in the last minute are not compared. */
    await changeRows(shop, 'payments', {}, { asked_at: sql`asked_at - interval '2 minutes'` });
    const differing = async () => {
      const { rows } = await reconcileNow(ops);
      return rows.some(({ order: differs, kind }) => differs === id && kind !== 'unaskable');
    };
    expect(await differing()).toBe(false);
    const outcome = await ops.code('refund', { reservation_number });
    expect(outcome).toBe(method === 'free' ? 'nothing_paid' : 'refund');
    if (method === 'free') return;
    const states = await statesOf(id);
    expect(states.filter((state) => state !== 'declined' && state !== 'cancelled')).toEqual(['refunded']);
    expect(await differing()).toBe(false);
  });
});
