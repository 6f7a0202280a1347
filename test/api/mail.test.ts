import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { changeRows } from './kit/arrange.ts';
import { newKey } from './kit/buyer.ts';
import { emptyOutbox, newAddress, passPause, readMail, requestMail, sendRound } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';
import { headerOf, type Post, startBrokenPost, startPost } from './kit/smtp.ts';

let post: Post;
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
beforeEach(async () => {
  post = await startPost();
  shop.logged.splice(0);
  await emptyOutbox(shop);
});
afterEach(() => post.close());

const send = (url = post.url, timeout = 10_000) => sendRound(shop, url, timeout);
/** Tries this mail again, before all others. */
const tryAgain = async (id: string, url = post.url) => {
  await passPause(shop, id);
  await send(url);
};

/** The address of a server that runs until the test ends. */
const urlOf = async (starting: Promise<Pick<Post, 'url' | 'close'>>): Promise<string> => {
  const { url, close } = await starting;
  onTestFinished(close);
  return url;
};

const outages: Record<string, { begin: () => string | Promise<string>; fault: string }> = {
  'is down': {
    begin: async () => {
      const down = await startPost();
      await down.close();
      return down.url;
    },
    fault: 'ESOCKET',
  },
  'refuses the login': { begin: () => post.url.replace('//', '//shop:wrong@'), fault: 'EAUTH 535' },
  'has one that is not trusted, after STARTTLS': { begin: () => urlOf(startPost('starttls')), fault: 'ESOCKET' },
  'answers the recipient with 421': {
    begin: () => urlOf(startBrokenPost('220 hello', '250 hello', '250 ok', '421 stopping')),
    fault: 'EENVELOPE 421',
  },
  'ends the connection when it is to ask for the content': {
    begin: () => urlOf(startBrokenPost('220 hello', '250 hello', '250 ok', '250 ok')),
    fault: 'ECONNECTION',
  },
};

describe('a mail', () => {
  it('is sent once by several senders at the same time', async () => {
    const senders = () => Promise.all(Array.from({ length: 8 }, () => send()));
    const addresses = Array.from({ length: 24 }, newAddress);
    for (const address of addresses) await requestMail(shop, address);
    await senders();
    expect(post.mails.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    const { id } = await requestMail(shop);
    for (let round = 1; round <= (process.env.FULL ? 20 : 2); round += 1) {
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
    await tryAgain(id);
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
    await tryAgain(id);
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
    await tryAgain(id);
    expect(await readMail(shop, id)).toMatchObject({ state: 'sent', tries: 2 });
  });

  it('is interrupted when the process ends, and is retried', async () => {
    const { id } = await requestMail(shop);
    await changeRows(shop, 'outbox', { id }, { fault: 'ESOCKET' });
    post.mood('silent');
    const ending = new AbortController();
    const sending = sendRound(shop, post.url, 10_000, ending.signal);
    await expect.poll(post.recipientCount).toBe(1);
    /* A mail that is being sent does not wait: it would be sent twice. */
    expect(await ops.run('mail-flush', {})).toMatchObject({ count: 0 });
    ending.abort();
    await sending;
    expect(await readMail(shop, id)).toMatchObject({ state: 'due', tries: 1, fault: 'EABORT' });
  });

  it.each(Object.entries(outages))(
    'waits while the server %s, with all others behind it, and is sent afterwards',
    async (_name, { begin, fault }) => {
      const { id, address } = await requestMail(shop);
      const waiting = await requestMail(shop);
      await changeRows(shop, 'outbox', { id }, { tries: 8 });
      await tryAgain(id, await begin());
      /* A ninth try, and still it is not given up. */
      expect(await readMail(shop, id)).toMatchObject({ state: 'due', fault, minutes: 120 });
      expect((await readMail(shop, waiting.id)).tries).toBe(0);
      post.mood('takes');
      await tryAgain(id);
      expect(post.mails.flatMap(({ to }) => to).sort()).toEqual([address, waiting.address].sort());
    },
  );

  it('is tried again after pauses of two hours at most, however long an outage lasts, which is then an alarm', async () => {
    const { id } = await requestMail(shop);
    post.mood(421);
    const minutes: number[] = [];
    for (let tries = 1; tries <= 6; tries += 1) {
      await tryAgain(id);
      minutes.push((await readMail(shop, id)).minutes);
    }
    expect(minutes).toEqual([1, 5, 30, 120, 120, 120]);
    const logged = shop.logged.filter(({ event }) => event.startsWith('mail_'));
    expect(logged.map(({ event, level }) => [event, level])).toEqual(
      minutes.map((_minutes, at) => ['mail_put_off', at < 4 ? 'warn' : 'error']),
    );
  });

  it('that waited for the server goes within a minute of its return; one that was rejected keeps its pause', async () => {
    const [waiting, rejected, next] = [await requestMail(shop), await requestMail(shop), await requestMail(shop)];
    const inTwoHours = { tries: 4, due_at: sql`now() + interval '2 hours'` };
    await changeRows(shop, 'outbox', { id: waiting.id }, { ...inTwoHours, fault: 'ESOCKET' });
    await changeRows(shop, 'outbox', { id: rejected.id }, { ...inTwoHours, fault: 'EENVELOPE 451' });
    await send();
    expect((await readMail(shop, next.id)).state).toBe('sent');
    expect((await readMail(shop, waiting.id)).minutes).toBeLessThanOrEqual(1);
    expect((await readMail(shop, rejected.id)).minutes).toBe(120);
    expect(await ops.run('mail-flush', { site: 'mori' })).toMatchObject({ done: 'mail-flush', count: 0 });
    expect(await ops.run('mail-flush', {})).toMatchObject({ done: 'mail-flush', count: 2 });
    await send();
    expect((await readMail(shop, rejected.id)).state).toBe('sent');
  });

  it('that the server rejects temporarily is given up at the eighth try', async () => {
    const { id } = await requestMail(shop);
    post.mood(451);
    for (let tries = 1; tries <= 8; tries += 1) {
      expect((await readMail(shop, id)).state).toBe('due');
      await tryAgain(id);
    }
    const fault = 'EENVELOPE 451';
    expect(await readMail(shop, id)).toMatchObject({ state: 'failed', tries: 8, fault });
    const failed = shop.logged.filter(({ event }) => event === 'mail_failed');
    expect(failed).toEqual([
      { level: 'error', event: 'mail_failed', facts: { mail: id, kind: 'mail_confirm', tries: 8, fault } },
    ]);
  });

  it('that the server takes without saying so is not sent more than eight times', async () => {
    const { id } = await requestMail(shop);
    post.mood('cut');
    for (let tries = 1; tries <= 9; tries += 1) await tryAgain(id);
    expect(post.mails.length).toBe(8);
    expect(await readMail(shop, id)).toMatchObject({ state: 'failed', tries: 8 });
    /* Hours before it is given up, an operator is warned. */
    const logged = shop.logged.filter(({ event }) => event.startsWith('mail_'));
    expect(logged.map(({ event, level }) => [event, level])).toEqual([
      ...Array.from({ length: 4 }, () => ['mail_put_off', 'warn']),
      ...Array.from({ length: 3 }, () => ['mail_put_off', 'error']),
      ['mail_failed', 'error'],
    ]);
  });

  it('does not appear in the log: no address, name, link or reply of the mail server', async () => {
    const address = newAddress();
    const { id, token, link } = await requestMail(shop, address, 'Nobody Knows');
    post.mood(451);
    await send();
    post.mood('takes');
    await tryAgain(id);
    expect(shop.logged.map(({ event }) => event)).toEqual(expect.arrayContaining(['mail_put_off', 'mail_sent']));
    const log = JSON.stringify(shop.logged);
    for (const secret of [address, 'Nobody Knows', token, link, 'is called']) expect(log).not.toContain(secret);
  });
});

it('the page of mails shows the mails of a demo, newest first, with working links; nothing of them is executed or cached', async () => {
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
