import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { emptyOutbox, passPause, readMail, requestMail, sendRound } from './kit/mails.ts';
import { forFile, startShop } from './kit/shop.ts';
import { type Post, startBrokenPost, startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const post = await forFile(startPost());
beforeEach(async () => {
  post.mood('takes');
  post.mails.splice(0);
  shop.logged.splice(0);
  await emptyOutbox(shop);
});

/** Tries this mail again, before all others. */
const tryAgain = async (id: string, url = post.url) => {
  await passPause(shop, id);
  await sendRound(shop, url);
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
  'greets with 421': { begin: () => urlOf(startBrokenPost('421 busy')), fault: 'EPROTOCOL 421' },
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
  it.each(Object.entries(outages))(
    'waits while the server %s, however long, with pauses of two hours at most, and is sent afterwards',
    async (_name, { begin, fault }) => {
      const { id, address } = await requestMail(shop);
      const waiting = await requestMail(shop);
      const url = await begin();
      const minutes: number[] = [];
      for (let tries = 1; tries <= 12; tries += 1) {
        await tryAgain(id, url);
        minutes.push((await readMail(shop, id)).minutes);
      }
      expect(minutes).toEqual([1, 5, 30, ...Array.from({ length: 9 }, () => 120)]);
      expect(await readMail(shop, id)).toMatchObject({ state: 'due', fault });
      expect((await readMail(shop, waiting.id)).tries).toBe(0);
      /* An outage that lasts is an alarm. */
      const logged = shop.logged.filter(({ event }) => event.startsWith('mail_'));
      expect(logged.map(({ event, level }) => [event, level])).toEqual(
        minutes.map((_minutes, at) => ['mail_put_off', at < 4 ? 'warn' : 'error']),
      );
      post.mood('takes');
      await tryAgain(id);
      expect(post.mails.flatMap(({ to }) => to).sort()).toEqual([address, waiting.address].sort());
    },
  );

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
});
