import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRows } from './kit/arrange.ts';
import { choiceOf, customer, newKey, tomorrow } from './kit/buyer.ts';
import { createCall, sendWithKeys } from './kit/call.ts';
import { fillFolder } from './kit/database.ts';
import { emptyOutbox, headerOf, newAddress, passPause, readMail, requestMail, sender, sendRound } from './kit/mails.ts';
import { startProcess, temporaryFolder } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';
import { type Post, startPost } from './kit/smtp.ts';

let post: Post;
const shop = await forFile(startShop());
beforeEach(async () => {
  post = await startPost();
  shop.logged.splice(0);
  await emptyOutbox(shop);
});
afterEach(() => post.close());

const send = (url = post.url, timeout = 10_000) => sendRound(shop, url, timeout);

describe('a mail', () => {
  it('is sent once by several senders at the same time', async () => {
    const senders = () => Promise.all(Array.from({ length: 8 }, () => send()));
    const addresses = Array.from({ length: 24 }, newAddress);
    for (const address of addresses) await requestMail(shop, address);
    await senders();
    expect(post.mails.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    const { id } = await requestMail(shop);
    for (let round = 1; round <= (process.env.FULL ? 20 : 5); round += 1) {
      await changeRows(shop, 'outbox', { id }, { state: 'due', due_at: new Date(0) });
      await senders();
      expect(post.mails).toHaveLength(24 + round);
    }
  });

  it('that the server rejects permanently is given up at once', async () => {
    const { id } = await requestMail(shop);
    post.mood(550);
    await send();
    expect(await readMail(shop, id)).toMatchObject({ state: 'failed', tries: 1, fault: 'EENVELOPE 550' });
    await passPause(shop, id);
    await send();
    expect(post.recipientCount()).toBe(1);
  });

  it('is postponed when the server does not respond', async () => {
    const { id } = await requestMail(shop);
    post.mood('silent');
    await send(post.url, 300);
    expect(await readMail(shop, id)).toMatchObject({ state: 'due', tries: 1, fault: 'ETIMEDOUT', minutes: 1 });
  });

  it('whose response was lost is sent again as the same mail', async () => {
    const { id } = await requestMail(shop);
    post.mood('cut');
    await send();
    expect(await readMail(shop, id)).toMatchObject({ state: 'due', tries: 1 });
    post.mood('takes');
    await passPause(shop, id);
    await send();
    const heads = post.mails.map((mail) => [
      headerOf(mail, 'message-id'),
      headerOf(mail, 'date'),
      mail.text,
      mail.html,
    ]);
    expect(heads).toHaveLength(2);
    expect(heads[0]).toEqual(heads[1]);
  });

  it('interrupted by the end of its sender is taken over after two minutes, not before', async () => {
    const { id } = await requestMail(shop);
    await changeRows(shop, 'outbox', { id }, { tries: 1, due_at: sql`now() + interval '2 minutes'` });
    await send();
    expect(post.mails).toHaveLength(0);
    await passPause(shop, id);
    await send();
    expect(await readMail(shop, id)).toMatchObject({ state: 'sent', tries: 2 });
  });

  it('is interrupted when the process ends, and is retried', async () => {
    const { id } = await requestMail(shop);
    post.mood('silent');
    const ending = new AbortController();
    const sending = sendRound(shop, post.url, 10_000, ending.signal);
    await expect.poll(post.recipientCount).toBe(1);
    ending.abort();
    await sending;
    expect(await readMail(shop, id)).toMatchObject({ state: 'due', tries: 1, fault: 'EABORT' });
  });

  it('does not appear in the log: no address, name, link or reply of the mail server', async () => {
    const address = newAddress();
    const { id, token, link } = await requestMail(shop, address, 'Nobody Knows');
    post.mood(451);
    await send();
    post.mood('takes');
    await passPause(shop, id);
    await send();
    expect(shop.logged.map(({ event }) => event)).toEqual(expect.arrayContaining(['mail_put_off', 'mail_sent']));
    const log = JSON.stringify(shop.logged);
    for (const secret of [address, 'Nobody Knows', token, link, 'is called']) expect(log).not.toContain(secret);
  });
});

describe('the page of mails', () => {
  it('shows the mails of a demo, newest first, with working links; nothing of them is executed or cached', async () => {
    const older = await requestMail(shop);
    const newer = await requestMail(shop, newAddress(), '<script>alert(1)</script>');
    const reply = await fetch(`${shop.url}/sandbox/mails`);
    const page = await reply.text();
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/);
    expect(reply.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(page.indexOf(newer.id)).toBeGreaterThan(0);
    expect(page.indexOf(newer.id)).toBeLessThan(page.indexOf(older.id));
    expect(page).not.toContain('<script');
    const token = /href="[^"]+#\/mail-confirm\?token=([\w-]+)&amp;lang=ja"/.exec(page)?.[1] ?? '';
    const { order_token } = await shop.call('getOrderMail', { params: { token } });
    expect((await shop.call('getOrder', { params: { token: order_token } })).customer_info?.email).toBe(newer.address);
    /* Only an invitation greets by name. */
    await changeRows(shop, 'outbox', { id: newer.id }, { kind: 'invited' });
    const letter = await fetch(`${shop.url}/sandbox/mails/${newer.id}`);
    expect(await letter.text()).toContain('&lt;script&gt;');
    expect(letter.headers.get('content-security-policy')).toContain(
      `default-src 'none'; img-src data:; style-src 'unsafe-inline'`,
    );
    for (const id of ['none', newKey()]) expect((await fetch(`${shop.url}/sandbox/mails/${id}`)).status).toBe(404);
  });
});

describe('the server as a process', () => {
  it('prints where its mails are, and sends them by itself', async () => {
    const { folder, remove } = temporaryFolder();
    await fillFolder(folder);
    const server = await startProcess(folder, { SMTP_URL: post.url, MAIL_FROM: sender });
    const output = server.output();
    expect(output).toMatch(/Mails\s+http:\/\/localhost:\d+\/sandbox\/mails/);
    const sandbox = /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(output)?.[0];
    const home = await (await fetch(`${sandbox}/sandbox/`)).text();
    expect(home).toMatch(/href="http:\/\/localhost:\d+\/sandbox\/mails"/);
    const call = createCall(sendWithKeys(server.url));
    const body = choiceOf(`admission-${tomorrow.replaceAll('-', '')}-1000`, 1);
    const { order_token: token } = await call('createOrder', { body });
    await call('createOrderMail', { params: { token }, body: customer });
    await expect.poll(() => post.mails.length).toBe(1);
    expect(post.mails[0]).toMatchObject({ to: [customer.email], from: sender });
    await expect.poll(async () => (await fetch(`${server.url}/sandbox/mails`)).text()).toContain('sent · 送信済み');
    expect(await server.end('SIGTERM')).toBe(0);
    remove();
  });
});
