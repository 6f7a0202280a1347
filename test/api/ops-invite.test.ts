import { describe, expect, it } from 'vitest';
import { clock, venueDay } from '#src/domain/dates.ts';
import { venueLinkOf } from '#src/domain/venue-link.ts';
import { changeSlot, leaveSeats, newSlot, passMinutes, rowOf, seatsOf } from './kit/arrange.ts';
import { customer, timed } from './kit/buyer.ts';
import { booklet, setStock } from './kit/extras.ts';
import { linkTokenOf, newAddress, renderLatestMail } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const { email: _mail, ...known } = customer;
const invitationTo = (slot: string, mail = newAddress(), count = 2) => ({
  site: 'borderless',
  mail,
  lang: 'en',
  slot,
  options: [{ id: 'admission-adult', count }],
  customer: known,
});

const linkTo = (mail: string) => linkTokenOf(shop, mail);
/** Invites a guest, and returns the token in the mailed link. */
const inviteTo = async (slot: string) => {
  const mail = newAddress();
  await ops.run('invite', invitationTo(slot, mail));
  return linkTo(mail);
};

/** Opens the mailed link, as the page does. */
const open = async (token: string, { call } = shop) => {
  const { order_token } = await call('getOrderMail', { params: { token } });
  return { token: order_token, order: await call('getOrder', { params: { token: order_token } }) };
};

describe('an invitation', () => {
  it('is a mail with a link; seats are held when it is opened, not before, and it sells the ticket', async () => {
    const slot = await newSlot(shop);
    const mail = newAddress();
    const done = await ops.run('invite', { ...invitationTo(slot, mail), sets: [{ id: booklet, count: 1 }] });
    expect(done).toMatchObject({ status: 200, done: 'invite', site: 'borderless', mail });
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 0 });
    const letter = await renderLatestMail(shop, mail);
    expect(letter.subject).toContain('Your invitation');
    expect(letter.link?.href).toMatch(new RegExp(`^${shop.url}/#/mail-confirm\\?token=[\\w-]{32}&lang=en$`));
    expect(letter.rows).toContainEqual(['Quantity', 'Adult × 2']);

    const link = await linkTo(mail);
    const shown = await shop.call('getMailedOrder', { params: { token: link } });
    expect(shown).toMatchObject({ status: 'expired', customer_info: null, main_product: { quantity: 2 } });
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 0 });
    const { token, order } = await open(link);
    expect(order).toMatchObject({ status: 'open', lang: 'en', customer_info: { email: mail } });
    expect(order.seconds_left).toBeGreaterThan(800);
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 2, sold: 0 });
    expect(await setStock(shop, slot, booklet)).toEqual({ held: 1, sold: 0 });
    const reply = replyOf(await pay(shop, { token, price: order.price }));
    expect(reply.status).toBe('paid');
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 2 });
    const again = await shop.send('getOrderMail', { params: { token: link } });
    expect(problemOf(again).code).toBe('token_unavailable');
  });

  it('may be opened repeatedly: after its hold expired, a new one starts with all extensions', async () => {
    const slot = await newSlot(shop);
    const link = await inviteTo(slot);
    for (let round = 0; round < 12; round += 1) {
      const { token, order } = await open(link);
      expect(order).toMatchObject({ status: 'open', extensions_left: 10 });
      expect((await open(link)).order.status).toBe('open');
      expect(await seatsOf(shop, slot)).toMatchObject({ held: 2 });
      await passMinutes(shop, token, 16);
      if (round % 2 === 0) await shop.sweep();
    }
  });

  it('opened when its seats are sold or its sale is over holds nothing, and is not mailed after its sale', async () => {
    const [slot, mail] = [await newSlot(shop), newAddress()];
    await ops.run('invite', invitationTo(slot, mail));
    const link = await linkTo(mail);
    await leaveSeats(shop, slot, 1);
    expect((await open(link)).order.status).toBe('expired');
    await leaveSeats(shop, slot, 2);
    await changeSlot(shop, slot, { sale_to: new Date(0) });
    expect((await shop.send('getOrderMail', { params: { token: link } })).status).toBe(410);
    await expect(renderLatestMail(shop, mail)).rejects.toThrow('invited is superseded');
    await changeSlot(shop, slot, { sale_to: new Date(Date.now() + 3_600_000) });
    expect((await open(link)).order.status).toBe('open');
  });

  it('opened by many guests concurrently holds no more seats than there are', async () => {
    const slot = await newSlot(shop);
    const links = await Promise.all(Array.from({ length: 5 }, () => inviteTo(slot)));
    await leaveSeats(shop, slot, 4);
    const opened = await Promise.all(links.map((link) => open(link)));
    expect(opened.filter(({ order }) => order.status === 'open')).toHaveLength(2);
    const { capacity, held, sold } = await seatsOf(shop, slot);
    expect(held + sold).toBe(capacity);
  });
});

it('an invitation to an unavailable choice is refused', async () => {
  const slot = await newSlot(shop);
  const other = { ...invitationTo(slot), site: 'artizon', customer: {} };
  expect(await ops.run('invite', other)).toMatchObject({ status: 409, refused: 'not_on_sale', slot });
  expect(await ops.run('invite', invitationTo('nothing'))).toMatchObject({ refused: 'not_on_sale' });
  const many = await ops.run('invite', invitationTo(slot, newAddress(), 99));
  expect(many).toMatchObject({ status: 409, refused: 'invalid_quantity' });
  expect(many.said.en).toContain('option_values/0/count');
  const odd = { ...invitationTo(slot), options: [{ id: 'nobody', count: 1 }] };
  expect(await ops.run('invite', odd)).toMatchObject({ status: 400, refused: 'invalid_input' });
  await leaveSeats(shop, slot, 1);
  expect(await ops.run('invite', invitationTo(slot))).toMatchObject({ refused: 'sold_out', remaining: '1' });
});

const site = 'borderless';
const visit = async () => {
  const slot = await rowOf(shop, 'time_spans', { id: await newSlot(shop) });
  const from = slot.reservation_from.toISOString();
  return { product: slot.product_uuid, date: venueDay(from), time: clock(from) };
};

describe('link', () => {
  it('makes an address that the page understands, with a button and a QR code', async () => {
    const choice = { ...(await visit()), quantity: 'admission-adult:2' };
    const { status, url, html, qr, said } = await ops.run('link', { site, ...choice, lang: 'en' });
    expect(status).toBe(200);
    const address = new URL(String(url));
    expect([address.origin, address.pathname, address.hash]).toEqual([new URL(shop.url).origin, '/', '']);
    expect(address.searchParams.get('lang')).toBe('en');
    const quantity = { option: 'admission-adult', count: 2 };
    expect(venueLinkOf(address.searchParams, new URLSearchParams())).toEqual({ ...choice, quantity, coupon: null });
    expect(html).toMatch(/^<a href="[^"<>]+" style="[^"<>]+">[^<>]+<\/a>$/);
    expect(html).toContain(`href="${String(url).replaceAll('&', '&#38;')}"`);
    expect(qr).toMatch(/^<svg /);
    expect(said.en).toContain(String(url));
  });

  it('refuses what does not exist', async () => {
    const { product, date, time } = await visit();
    const faults: [string, Record<string, string>][] = [
      ['product', { product: 'nothing' }],
      ['date', { date: '2026-02-30' }],
      ['date', { date: '2001-01-01' }],
      ['time', { date, time: '03:33' }],
      ['time', { time }],
      ['quantity', { quantity: '0' }],
      ['quantity', { quantity: 'nobody:1' }],
      ['lang', { lang: 'fr' }],
    ];
    for (const [field, more] of faults) {
      const { refused, url, said } = await ops.run('link', { site, product, ...more });
      expect([more, refused, url, said.en.includes(field)]).toEqual([more, 'invalid_input', undefined, true]);
    }
    expect(await ops.code('link', { site: 'mori', product: timed })).toBe('invalid_input');
  });
});
