import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { MailKind } from '#server/db/types.ts';
import { deleteOrder, extendOrder, getMailedOrder, getOrder, putOrder } from '#src/api/contract/orders.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { changeSlot, newSlot, passMinutes, rowOf, ticketOf } from './kit/arrange.ts';
import { choiceOf, customer, newKey } from './kit/buyer.ts';
import { readVisit } from './kit/calendar.ts';
import { linkTokenOf, newAddress, oneOfEach, readMail, requestMail, sendAgain, sendAlone } from './kit/mails.ts';
import { pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { linkIn, startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const post = await forFile(startPost());

const open = (token: string) => shop.call('getOrderMail', { params: { token } });
const refusalOf = async (endpoint: Endpoint, token: string, body?: object) => {
  const sent = { params: { token }, key: newKey(), ...(body && { body }) };
  const { status, code } = problemOf(await shop.send(endpoint, sent));
  return { status, code };
};
const unavailable = { status: 410, code: 'token_unavailable' };
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

/** Changes the order's address, as "Correct the address" does, and returns the token in the mailed link. */
const correct = async (token: string): Promise<{ email: string; link: string }> => {
  const email = newAddress();
  await shop.call('createOrderMail', { params: { token }, body: { ...customer, email } });
  return { email, link: await linkTokenOf(shop, email) };
};

describe('the link of a confirmation mail', () => {
  it('ends with its address: after a correction, the link to the mistyped address opens and reveals nothing', async () => {
    const { token, address: wrong, link: dead } = await requestMail(shop);
    const { email, link } = await correct(token);
    const answer = await shop.send('getOrderMail', { params: { token: dead } });
    expect(problemOf(answer)).toMatchObject(unavailable);
    for (const secret of [email, wrong, customer.fullname, customer.phone, token])
      expect(answer.text).not.toContain(secret);
    const again = await open(link);
    expect((await readOrder(again.order_token)).customer_info?.email).toBe(email);
  });

  it('says what it orders and nothing about a person; reading that changes nothing, as often as it is read', async () => {
    const { token, address, link, id, order_id } = await requestMail(shop);
    const params = { token: link };
    const rows = () =>
      Promise.all([
        rowOf(shop, 'orders', { id: order_id ?? '' }),
        rowOf(shop, 'mail_links', { order_id }),
        rowOf(shop, 'outbox', { id }),
      ]);
    const before = await rows();
    const { price, main_product } = await readOrder(token);
    for (let times = 0; times < 2; times += 1) {
      const { text } = await shop.send('getMailedOrder', { params });
      expect(JSON.parse(text)).toMatchObject({ price, main_product, customer_info: null, payment_method: null });
      for (const secret of [address, customer.fullname, customer.phone, token]) expect(text).not.toContain(secret);
    }
    expect(await rows()).toEqual(before);
    await correct(token);
    expect(await refusalOf(getMailedOrder, link)).toEqual(unavailable);
  });

  it('opened by a stranger before the address was corrected shows them nothing afterwards', async () => {
    const { token, link } = await requestMail(shop);
    const { order_token: strangers } = await open(link);
    await correct(token);
    for (const endpoint of [getOrder, extendOrder, deleteOrder])
      expect(await refusalOf(endpoint, strangers)).toEqual({ status: 404, code: 'token_not_found' });
    expect(await refusalOf(putOrder, strangers, customer)).toEqual({ status: 404, code: 'token_not_found' });
    const replacing = { ...choiceOf(await newSlot(shop), 1), replaces: strangers };
    expect(problemOf(await shop.send('createOrder', { body: replacing })).code).toBe('token_not_found');
    expect((await readOrder(token)).status).toBe('open');
  });

  it('works for the latest address only, also after a change back; case and width do not make another address', async () => {
    const { token, link } = await requestMail(shop);
    const [second, third] = [await correct(token), await correct(token)];
    const links = [link, second.link, third.link];
    const alive = async () => {
      const all = await Promise.all(links.map((link) => shop.send('getOrderMail', { params: { token: link } })));
      return all.map(({ status }) => status);
    };
    expect(await alive()).toEqual([410, 410, 200]);
    await shop.call('putOrder', { params: { token }, body: { ...customer, email: second.email } });
    expect(await alive()).toEqual([410, 200, 410]);
    const wide = second.email.toUpperCase();
    await shop.call('putOrder', { params: { token }, body: { ...customer, email: wide } });
    expect(await alive()).toEqual([410, 200, 410]);
  });

  it('keeps its own browser in the order when the visitor corrects the address there', async () => {
    const { order_token: own } = await open((await requestMail(shop)).link);
    const { email, link } = await correct(own);
    expect((await readOrder(own)).customer_info?.email).toBe(email);
    expect((await readOrder((await open(link)).order_token)).status).toBe('open');
  });

  it('follows its order when another choice replaces it', async () => {
    const { token, link } = await requestMail(shop);
    const slot = await newSlot(shop);
    await shop.call('createOrder', { body: { ...choiceOf(slot, 1), replaces: token } });
    const { order_token } = await open(link);
    expect((await readOrder(order_token)).main_product.time_span_id).toBe(slot);
  });
});

describe('a mail about an order', () => {
  type Waits = Awaited<ReturnType<typeof requestMail>>;
  const payOrder = async (token: string) => replyOf(await pay(shop, { token, price: (await readOrder(token)).price }));

  it.each<[string, 'sent' | 'superseded', (waits: Waits) => Promise<unknown>, number?]>([
    ['nothing', 'sent', async () => {}],
    ['a hold that ran out and can be taken again', 'sent', ({ token }) => passMinutes(shop, token, 16)],
    [
      'another address',
      'superseded',
      ({ token }) => shop.call('createOrderMail', { params: { token }, body: { ...customer, email: newAddress() } }),
    ],
    ['the payment', 'superseded', ({ token }) => payOrder(token)],
    ['cancelling', 'superseded', ({ token }) => shop.call('deleteOrder', { params: { token } })],
    [
      'another choice',
      'superseded',
      async ({ token }) => shop.call('createOrder', { body: { ...choiceOf(await newSlot(shop), 1), replaces: token } }),
      200,
    ],
    [
      'a hold that ran out and cannot be taken again',
      'superseded',
      async ({ token }) => {
        for (let times = 0; times < 10; times += 1) await shop.call('extendOrder', { params: { token } });
        await passMinutes(shop, token, 16);
      },
    ],
    [
      'the end of the sale',
      'superseded',
      async ({ token }) => {
        const { main_product } = await readOrder(token);
        await passMinutes(shop, token, 16);
        await changeSlot(shop, main_product.time_span_id, { sale_to: new Date(0) });
      },
    ],
  ])('to confirm, after %s: %s', async (_change, fate, change, opens = fate === 'sent' ? 200 : 410) => {
    const waits = await requestMail(shop);
    await change(waits);
    const received = await sendAlone(shop, post, waits.id);
    expect((await readMail(shop, waits.id)).state).toBe(fate);
    expect(received === null).toBe(fate === 'superseded');
    if (received) expect(received.text).toContain(waits.link);
    const { status, text } = await shop.send('getOrderMail', { params: { token: waits.link } });
    expect([status, text.includes(waits.token)]).toEqual([opens, false]);
  });
});

const ids = await oneOfEach(shop, 'See you there');

const sent = (kind: MailKind, lang: Lang) => sendAgain(shop, post, ids[kind], lang);

describe('a mail', () => {
  it.each([
    ['花子', true],
    ['Anne-Marie O’Neill', true],
    ['Win at evil.example', false],
    ['https://evil.example', false],
    ['Call 0900 123 456', false],
    ['You have won a prize of gold', false],
    ['x'.repeat(41), false],
  ])('of a sent ticket names a sender called "%s": %s', async (fullname, isNamed) => {
    const { order_id } = await rowOf(shop, 'outbox', { id: ids.ticket_sent });
    const order = shop.db.updateTable('orders').where('id', '=', order_id);
    await order.set({ customer: JSON.stringify({ ...customer, fullname }) }).execute();
    const { text, html } = await sent('ticket_sent', 'en');
    await order.set({ customer: JSON.stringify(customer) }).execute();
    expect(text.startsWith(isNamed ? `${fullname} has sent you` : 'Someone has sent you')).toBe(true);
    expect(html.includes(fullname)).toBe(isNamed);
    expect(text).not.toContain('See you there');
  });

  it.each(['completed', 'ticket_sent', 'ticket_changed', 'ticket_reissued'] as const)(
    '%s shows the code of its ticket, and has its visit as a calendar file',
    async (kind) => {
      const mail = await sent(kind, 'en');
      const ticket = await ticketOf(shop, /#\/id\/([\w-]{32})/.exec(linkIn(mail))?.[1] ?? '', 'en');
      expect(mail.html).toContain('src="cid:code-1"');
      const { data, width, height } = PNG.sync.read(mail.pictures.get('code-1') ?? Buffer.alloc(0));
      expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(ticket.entry_code);
      const [name, file] = [...mail.files][0] ?? ['', ''];
      expect(name).toBe(`ticket-${venueDay(ticket.reservation_from)}.ics`);
      expect(readVisit(file)).toMatchObject({ from: ticket.reservation_from, summary: ticket.product_name });
    },
  );

  it('of a purchase leads to the receipt, the change of date and a map; its addresses are out of sight', async () => {
    const mail = await sent('completed', 'en');
    const token = /#\/id\/([\w-]{32})/.exec(linkIn(mail))?.[1];
    expect(mail.text).toContain(`Receipt\n${shop.url}/#/id/${token}/receipt?lang=en\n`);
    expect(mail.text).toContain(`Change the date\n${shop.url}/#/tickets/changedate/${token}?lang=en\n`);
    expect(mail.text).toContain('Map\nhttps://www.google.com/maps/search/?api=1&query=0-0-0%20Toranomon');
    expect(mail.html).toContain(`>Receipt</a>`);
    expect(mail.html).not.toMatch(/>\s*https?:/);
    const recipients = await sent('ticket_sent', 'en');
    expect(recipients.text).not.toContain('Receipt');
  });
});
