import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@ticket-store/sandbox/main.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import { newOpsToken, publishOpsAddress, readOpsAddress } from '#server/operators/client/address-file.ts';
import { openOpsServer } from '#server/operators/commands/app.ts';
import { buyTicket, mailedTo, newSlot, rowOf, seatsOf, sending, ticketOf } from './kit/arrange.ts';
import { clearFaults, readLedger, setFault } from './kit/buyer.ts';
import { bought } from './kit/extras.ts';
import { newestMail, renderMail } from './kit/mails.ts';
import { openOps, readMailKinds, runOps } from './kit/ops.ts';
import { temporaryFolder } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ timeout: 400 }));
const ops = await forFile(openOps(shop));

const cancel = (reservation_number: string) => ops.run('cancel', { reservation_number });
const refund = (reservation_number: string) => ops.run('refund', { reservation_number });

describe('a refund', () => {
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
    onTestFinished(() => failing.close());
    const run = (...args: string[]) => runOps(failing, 'refund', ...args);
    const words = expect.stringContaining('it is not known whether the command was done');
    const { number, token, price } = await bought(shop);
    expect(await run(number)).toEqual({ code: 3, out: '', err: words });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    const again = await run(number, '--json');
    expect(again).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(again.out)).toEqual({ outcome: 'unknown', said: { en: words } });
    [isLost, isBack] = [false, true];
    expect(await failing.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
  });
});

describe('the mails', () => {
  const letterTo = async (address: string, kind: 'cancelled' | 'refunded') =>
    renderMail(shop.deps, {
      ...(await rowOf(shop, 'outbox', { id: await newestMail(shop, kind, address) })),
      lang: 'en',
    });

  it('inform each holder about their ticket, and the buyer about the money and the original visit', async () => {
    const { email, number, price } = await bought(shop);
    await refund(number);
    const paid = await letterTo(email, 'refunded');
    expect(paid.rows).toContainEqual(['Reservation number', number]);
    expect(paid.rows).toContainEqual(['Refund', `¥${price.toLocaleString('ja-JP')}`]);
    expect(paid.remarks[0]).toBe('The tickets of this order cannot be used.');

    const other = await buyTicket(shop, await newSlot(shop), { adults: 3 });
    const body = sending(1);
    await shop.call('sendTicket', { params: other.params, body });
    await shop.call('changeDate', { params: other.params, body: { time_span_id: await newSlot(shop) } });
    await cancel(other.number);
    const mail = await letterTo(body.email, 'cancelled');
    const { reservation_number } = await ticketOf(shop, await mailedTo(shop, body.email));
    expect(mail.rows).toContainEqual(['Reservation number', reservation_number]);
    expect(mail.rows).toContainEqual(['Quantity', 'Adult × 1']);
    expect([mail.greeting, mail.link]).toEqual(['', null]);
  });
});

const names = ['gate', 'cancel', 'refund', 'invite', 'slots', 'reconcile'];
const post = (url: string, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, ...init });
const bearer = (token: string) => ({
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
});

describe("the operator's endpoint", () => {
  it('rejects requests without its token, without details', async () => {
    const wrong = ['', ops.token.slice(1), `${ops.token}x`, ops.token.toLowerCase(), newOpsToken(), 'x'.repeat(10_000)];
    for (const name of [...names, 'nothing'])
      for (const token of wrong) {
        const answer = await post(`${ops.url}/${name}`, bearer(token));
        expect([answer.status, await answer.text()]).toEqual([401, '']);
      }
    expect((await post(`${ops.url}/gate`)).status).toBe(401);
    expect((await fetch(`${ops.url}/gate`)).status).toBe(401);
  });

  it('accepts JSON only, for commands that exist', async () => {
    expect(await ops.run('nothing', {})).toMatchObject({ status: 404 });
    expect((await post(`${ops.url}/gate`, { ...bearer(ops.token), body: '{' })).status).toBe(400);
    const form = { authorization: `Bearer ${ops.token}`, 'content-type': 'text/plain' };
    expect((await post(`${ops.url}/gate`, { headers: form })).status).toBe(409);
  });
});

describe('the address file of the operator’s endpoint', () => {
  const newFolder = () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    return folder;
  };

  it('is written to a file that only the server can read, as long as the server runs', async () => {
    const folder = newFolder();
    const opsServer = await openOpsServer(folder, shop.deps.log);
    if (!opsServer) throw new Error('no endpoint was opened');
    expect(readOpsAddress(folder)).toEqual({ url: opsServer.url, token: opsServer.token });
    expect(statSync(join(folder, 'ops.json')).mode & 0o077).toBe(0);
    expect(new URL(opsServer.url).hostname).toBe('127.0.0.1');
    expect((await post(`${opsServer.url}/gate`, bearer(opsServer.token))).status).toBe(503);
    opsServer.serve(shop.deps, shop.url);
    expect((await post(`${opsServer.url}/gate`, bearer(opsServer.token))).status).toBe(400);
    await opsServer.close();
    expect(readOpsAddress(folder)).toBeNull();
    await expect(post(`${opsServer.url}/gate`, bearer(opsServer.token))).rejects.toThrow('fetch failed');
  });

  it('is new at each start, and is not removed by an earlier server', () => {
    const folder = newFolder();
    const [one, two] = [newOpsToken(), newOpsToken()].map((token) => ({ url: 'http://127.0.0.1:1', token }));
    if (!one || !two) throw new Error('no tokens');
    expect(one.token).not.toBe(two.token);
    const removeOne = publishOpsAddress(folder, one);
    const removeTwo = publishOpsAddress(folder, two);
    removeOne();
    expect(readOpsAddress(folder)).toEqual(two);
    removeTwo();
    expect(readOpsAddress(folder)).toBeNull();
  });
});

describe("the sandbox's buttons", async () => {
  const sandbox = await forFile(startSandbox({ port: 0, operator: { url: ops.url, token: ops.token } }));

  it('accept only JSON, so that no page of another origin can send them, and only known commands', async () => {
    const form = { headers: { 'content-type': 'text/plain' }, body: '{"code":"A"}' };
    expect((await post(`${sandbox.url}/sandbox/ops/gate`, form)).status).toBe(400);
    for (const command of ['nothing', '..%2f', 'toString'])
      expect((await post(`${sandbox.url}/sandbox/ops/${command}`)).status).toBe(404);
  });
});
