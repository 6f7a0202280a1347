import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import { publishOpsAddress } from '#server/operators/client/address-file.ts';
import { newSlot, seatsOf, ticketOf } from './kit/arrange.ts';
import { clearFaults, customer, pay, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { bought, holdSets, scattered } from './kit/extras.ts';
import { mailRow, newestMail, renderMail } from './kit/mails.ts';
import { openOps, readMailKinds } from './kit/ops.ts';
import { runProgram, temporaryFolder } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ timeout: 400 }));
const ops = await forFile(openOps(shop));

const cancel = (reservation_number: string) => ops.run('cancel', { reservation_number });
const refund = (reservation_number: string) => ops.run('refund', { reservation_number });

describe('a refund', () => {
  it('is rejected if nothing was paid', async () => {
    const { token } = await holdSets(shop, await newSlot(shop));
    await shop.call('createOrderCoupon', { params: { token }, body: { coupon: 'FULLFREE' } });
    await shop.call('putOrder', { params: { token }, body: customer });
    const reply = replyOf(await pay(shop, { token, price: 0 }, { method: 'free' }));
    if (reply.status !== 'paid') throw new Error(reply.status);
    expect(await refund(reply.completion.reservation_number)).toMatchObject({ refused: 'nothing_paid' });
    expect(await cancel(reply.completion.reservation_number)).toMatchObject({ done: 'cancel' });
  });

  it('stays due while the provider does not respond, and is paid once when it does', async () => {
    const { number, token, price, span, email } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'unavailable', times: 4 });
    const pending = await refund(number);
    expect(pending).toMatchObject({ status: 200, done: 'refund', isDone: false });
    expect(pending.said.en).toContain('asks again by itself');
    expect((await seatsOf(shop, span)).sold).toBe(0);
    expect(await readMailKinds(shop, email)).toEqual(['completed']);
    await clearFaults(shop);
    expect(await refund(number)).toMatchObject({ done: 'refund', isDone: true });
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded']);
  });

  it('is made once, however many refunds and cancellations are requested at once', async () => {
    const { number, token, price, email } = await bought(shop);
    await Promise.all([...Array.from({ length: 10 }, () => refund(number)), ...[1, 2, 3].map(() => cancel(number))]);
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ charges: 1, captured: price, refunded: price });
    expect((await readMailKinds(shop, email)).filter((kind) => kind === 'refunded')).toHaveLength(1);
  });

  it('whose response was lost is not paid twice', async () => {
    const { number, token, price, email } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'drop_after', times: 2 });
    await refund(number);
    await clearFaults(shop);
    await shop.sweep();
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ captured: price, refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded']);
  });

  it('whose shop lost its database after the money went back: the command says that the outcome is unknown', async () => {
    let [isLost, isBack] = [false, false];
    const { stripe_secure: paid } = shop.deps.payments;
    if (!paid) throw new Error('the shop takes no such payment');
    const payBack: typeof paid.refund = async (...attempt) => {
      const isDone = await paid.refund(...attempt);
      isLost = isDone && !isBack;
      return isDone;
    };
    const db = shop.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isLost) throw new DatabaseUnavailable('57P01');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const payments = { ...shop.deps.payments, stripe_secure: { ...paid, refund: payBack } };
    const failing = await openOps({ ...shop, deps: { ...shop.deps, db, payments } });
    const { folder, remove } = temporaryFolder();
    publishOpsAddress(folder, failing);
    onTestFinished(async () => {
      await failing.close();
      remove();
    });
    const run = (...args: string[]) => runProgram('server/ops.ts', { DATA_DIR: folder }, 'refund', ...args);
    const words = expect.stringContaining('it is not known whether the command was done');
    const { number, token, price } = await bought(shop);
    expect(await run(number)).toEqual({ code: 3, out: '', err: words });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    const again = await run(number, '--json');
    expect(again).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(again.out)).toEqual({ outcome: 'unknown', said: { en: words } });
    [isLost, isBack] = [false, true];
    expect(await run(number)).toMatchObject({ code: 0 });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
  });
});

describe('the mails', () => {
  const letterTo = async (address: string, kind: 'cancelled' | 'refunded') =>
    renderMail(shop.deps, { ...(await mailRow(shop, await newestMail(shop, kind, address))), lang: 'en' });

  it('inform each holder about their ticket, and the buyer about the money and the original visit', async () => {
    const { email, number, price } = await bought(shop);
    await refund(number);
    const paid = await letterTo(email, 'refunded');
    expect(paid.rows).toContainEqual(['Reservation number', number]);
    expect(paid.rows).toContainEqual(['Refund', `¥${price.toLocaleString('ja-JP')}`]);
    expect(paid.remarks[0]).toBe('The tickets of this order cannot be used.');

    const other = await scattered(shop);
    await cancel(other.number);
    const mail = await letterTo(other.email, 'cancelled');
    const { reservation_number } = await ticketOf(shop, other.tokens.sent);
    expect(mail.rows).toContainEqual(['Reservation number', reservation_number]);
    expect(mail.rows).toContainEqual(['Quantity', 'Adult × 1']);
    expect([mail.greeting, mail.link]).toEqual(['', null]);
  });
});
