import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { changeRows, mailedTo, markUsed, newSlot, paramsOf, rowOf, rowsOf, sending, ticketOf } from './kit/arrange.ts';
import { newKey, ready } from './kit/buyer.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { purchase } from './kit/pay.ts';
import { orderIdOf } from './kit/retained.ts';
import { asBrowser, newBrowser, parseReply } from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

/**
 * The database for a reader that is interrupted: `act` runs after the result of its statement number `at`, before the reader goes
 * on.
 */
const interrupted = (db: Db, at: number, act: () => Promise<unknown>): Db => {
  let done = 0;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      done += 1;
      if (done === at) await act();
      return result;
    },
  });
};

const buyFrom = async (browser: string, email: string, people = 2) => {
  const order = await ready(shop, await newSlot(shop), { adults: people, email });
  const { reservation_token: token, reservation_number: number } = await purchase(shop, order, { browser });
  return { token, number, order: order.token, browser, email };
};
const correct = (token: string, browser: string | null, email: unknown = newAddress()) =>
  shop.send('correctEmail', {
    params: paramsOf(token),
    body: { email },
    key: newKey(),
    ...(browser !== null && { headers: asBrowser(browser) }),
  });
const mailsTo = async (address: string) => (await rowsOf(shop, 'outbox', { address })).length;
/** Causes a mail of a kind to the holder of a ticket; returns the token of the ticket's link after it. */
const causeMail = {
  completed: async (token: string) => token,
  ticket_links: async (token: string, email: string) => {
    await shop.call('createReservationMail', { body: { email, lang: 'en' } });
    await shop.sweep();
    return token;
  },
  ticket_changed: async (token: string) => {
    const body = { time_span_id: await newSlot(shop) };
    return (await shop.call('changeDate', { params: paramsOf(token), body })).reservation_token;
  },
  ticket_reissued: async (token: string, email: string) => {
    await shop.call('revokeTicket', { params: paramsOf(token) });
    return /#\/id\/([\w-]+)/.exec((await renderLatestMail(shop, email)).link?.href ?? '')?.[1] ?? '';
  },
};
const linkState = async (token: string) => {
  try {
    return (await ticketOf(shop, token)).state;
  } catch {
    return 'closed';
  }
};

describe('a mail address that was typed wrong', () => {
  it('gets no mail with the new link that was due before', async () => {
    const { token, browser, email } = await buyFrom(newBrowser(), newAddress());
    expect(await renderLatestMail(shop, email, 'completed')).not.toBeNull();
    await correct(token, browser);
    await expect(renderLatestMail(shop, email, 'completed')).rejects.toThrow('superseded');
  });

  it.each(['completed', 'ticket_links', 'ticket_changed', 'ticket_reissued'] as const)(
    'gets neither the new link nor a new code by a mail (%s) that is made while it is corrected, at any moment',
    async (kind) => {
      // Once for each statement of the renderer; past the last one nothing interrupts it.
      let [moments, after] = [0, ''];
      do {
        const { token, browser, email } = await buyFrom(newBrowser(), newAddress());
        const before = await causeMail[kind](token, email);
        after = '';
        const db = interrupted(shop.db, moments + 1, async () => {
          after = parseReply(await correct(before, browser)).reservation_token;
        });
        const mail = await renderMail({ ...shop.deps, db }, await rowOf(shop, 'outbox', { address: email, kind }));
        const ticket = after && (await ticketOf(shop, after));
        const secrets = ticket ? [after, ticket.entry_code, ...ticket.people.map(({ entry_code }) => entry_code)] : [];
        for (const secret of secrets) expect(`${moments} ${JSON.stringify(mail)}`).not.toContain(secret);
        moments += 1;
      } while (after !== '');
      expect(moments).toBeGreaterThan(3);
    },
  );

  it('keeps its link when it is the same address: the mail is sent again', async () => {
    const { token, browser, email } = await buyFrom(newBrowser(), newAddress());
    expect(parseReply(await correct(token, browser, email.toUpperCase())).reservation_token).toBe(token);
    expect(await linkState(token)).toBe('valid');
  });
});

describe('nobody else can have a ticket mailed', () => {
  const refusal = { status: 409, code: 'cannot_change_ticket' };

  it('not with the link alone, nor from a browser that paid for another ticket', async () => {
    const own = await buyFrom(newBrowser(), newAddress());
    const other = await buyFrom(newBrowser(), newAddress());
    const thief = newAddress();
    for (const browser of [null, newBrowser(), other.browser])
      expect(problemOf(await correct(own.token, browser, thief))).toMatchObject(refusal);
    expect([await mailsTo(thief), await linkState(own.token)]).toEqual([0, 'valid']);
  });

  it('nor by the link of a part that was sent to somebody', async () => {
    const { token, browser } = await buyFrom(newBrowser(), newAddress());
    const body = sending(1, newAddress());
    await shop.call('sendTicket', { params: paramsOf(token), body });
    const theirs = await mailedTo(shop, body.email);
    expect(await linkState(theirs)).toBe('valid');
    expect(problemOf(await correct(theirs, browser))).toMatchObject(refusal);
  });

  it('nor a day after the payment, nor once somebody has entered', async () => {
    const old = await buyFrom(newBrowser(), newAddress());
    const id = await orderIdOf(shop, old.order);
    await changeRows(shop, 'orders', { id }, { paid_at: new Date(Date.now() - 25 * 3_600_000) });
    const used = await buyFrom(newBrowser(), newAddress());
    await markUsed(shop, used.token);
    for (const { token, browser } of [old, used])
      expect(problemOf(await correct(token, browser))).toMatchObject(refusal);
  });
});

describe('corrections', () => {
  it('are three at most, then the venue has to be asked', async () => {
    const { browser, ...bought } = await buyFrom(newBrowser(), newAddress());
    let { token } = bought;
    for (let times = 0; times < 3; times += 1) {
      token = parseReply(await correct(token, browser)).reservation_token;
      await sql`delete from tries`.execute(shop.db);
    }
    const next = newAddress();
    expect(problemOf(await correct(token, browser, next))).toMatchObject({ code: 'cannot_change_ticket' });
    expect([await mailsTo(next), await linkState(token)]).toEqual([0, 'valid']);
  });

  it('of many orders send a mailbox few mails', async () => {
    const next = newAddress();
    const codes: string[] = [];
    for (let times = 0; times < 4; times += 1) {
      const { token, browser } = await buyFrom(newBrowser(), newAddress(), 1);
      const answer = await correct(token, browser, next);
      codes.push(answer.status === 200 ? 'ok' : problemOf(answer).code);
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
  });
});
