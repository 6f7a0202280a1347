import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { customer, pay, replyOf, timed } from './kit/buyer.ts';
import { booklet, setStock } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { fullWidth, linkTokenOf, newAddress, renderLatestMail } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { changeSlot, leaveSeats, passMinutes, seatsOf } from './kit/time.ts';
import { venueOf } from './kit/venue.ts';

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
/** Invites somebody, and returns the token in the mailed link. */
const inviteTo = async (slot: string, more: object = {}) => {
  const mail = newAddress();
  await ops.run('invite', { ...invitationTo(slot, mail), ...more });
  return linkTo(mail);
};

/** Opens the mailed link, as the page does. */
const open = async (token: string, { call } = shop) => {
  const { order_token } = await call('getOrderMail', { params: { token } });
  return { token: order_token, order: await call('getOrder', { params: { token: order_token } }) };
};

const Offers = v.object({
  products: v.array(
    v.looseObject({
      uuid: v.string(),
      day: v.nullable(v.string()),
      options: v.array(v.looseObject({ id: v.string() })),
      time_spans: v.array(v.looseObject({ id: v.string(), remaining: v.number() })),
    }),
  ),
});

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

  it('opened when its seats are sold or its sale is over holds nothing', async () => {
    const slot = await newSlot(shop);
    const link = await inviteTo(slot);
    await leaveSeats(shop, slot, 1);
    expect((await open(link)).order.status).toBe('expired');
    await leaveSeats(shop, slot, 2);
    await changeSlot(shop, slot, { sale_to: new Date(0) });
    expect((await shop.send('getOrderMail', { params: { token: link } })).status).toBe(410);
    await changeSlot(shop, slot, { sale_to: new Date(Date.now() + 3_600_000) });
    expect((await open(link)).order.status).toBe('open');
  });

  it('can use seats of expired holds', async () => {
    const slot = await newSlot(shop);
    const [first, second] = [await inviteTo(slot), await inviteTo(slot)];
    await leaveSeats(shop, slot, 2);
    const { token } = await open(first);
    await passMinutes(shop, token, 16);
    expect((await open(second)).order.status).toBe('open');
    expect((await open(first)).order.status).toBe('expired');
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

  it('reaches an address that was typed in full width, and the guest is found by it', async () => {
    const mail = newAddress();
    const done = await ops.run('invite', {
      ...invitationTo(await newSlot(shop), ` ${fullWidth(mail)} `),
      customer: {},
    });
    expect(done).toMatchObject({ done: 'invite', mail });
    expect(done.said.en).toContain(mail);
    expect((await open(await linkTo(mail))).order).toMatchObject({ status: 'open' });
    const { data } = await ops.run('export', { who: mail });
    expect(data).toMatchObject({ mails: [{ kind: 'invited', address: mail }] });
    expect(await ops.run('erase', { mail, apply: true, cancel: true })).toMatchObject({
      counts: { orders: 1, mails: 1 },
    });
  });

  it('leaves the remaining form fields to the visitor', async () => {
    const link = await inviteTo(await newSlot(shop), { customer: {} });
    expect((await open(link)).order).toMatchObject({ status: 'open', customer_info: null });
  });
});

describe('a site that sells by invitation only', () => {
  const site = 'nishinippon-event01';
  const offered = async () => {
    const [product] = v.parse(Offers, await ops.run('slots', { site, lang: 'en' })).products;
    const [slot] = product?.time_spans ?? [];
    return { slot: slot?.id ?? '', option: product?.options[0]?.id ?? '' };
  };

  it('lists its slots and options, and requires the name', async () => {
    const { slot, option } = await offered();
    const mail = newAddress();
    const invitation = { site, mail, slot, options: [{ id: option, count: 1 }] };
    const refused = await ops.run('invite', invitation);
    expect(refused).toMatchObject({ status: 409, refused: 'missing', fields: 'fullname' });
    const done = await ops.run('invite', { ...invitation, customer: { fullname: '山田 花子' } });
    expect(done).toMatchObject({ done: 'invite', site });
    const letter = await renderLatestMail(shop, mail);
    expect(letter.link?.href).toMatch(new RegExp(`^${shop.url}/${site}/#/mail-confirm\\?token=[\\w-]{32}&lang=ja$`));
    const { order } = await open(await linkTo(mail), venueOf(shop, site));
    expect(order).toMatchObject({ status: 'open', customer_info: { fullname: '山田 花子', email: mail } });
  });
});

describe('refused', () => {
  it('what is not available', async () => {
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

  it('what does not fit the form', async () => {
    const slot = await newSlot(shop);
    const with_ = (customer: object) => ({ ...invitationTo(slot), customer: { ...known, ...customer } });
    expect(await ops.run('invite', with_({ phone: 'twelve' }))).toMatchObject({ refused: 'missing', fields: 'phone' });
    expect(await ops.run('invite', with_({ shoes: '40' }))).toMatchObject({ refused: 'missing', fields: 'shoes' });
    const mail = await ops.run('invite', invitationTo(slot, 'nobody'));
    expect(mail).toMatchObject({ status: 400, refused: 'invalid_input' });
    expect(mail.said.en).toContain('mail');
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0 });
  });
});

describe('the slots of a site', () => {
  it('are those of the day asked for, else of the first day with seats', async () => {
    const findOffers = async (more: object) =>
      v.parse(Offers, await ops.run('slots', { site: 'borderless', lang: 'ja', ...more })).products;
    const all = await findOffers({});
    expect(all.length).toBeGreaterThan(1);
    for (const { day, time_spans, options } of all) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(time_spans.some(({ remaining }) => remaining > 0)).toBe(true);
      expect(options.length).toBeGreaterThan(0);
    }
    const [one, ...more] = await findOffers({ product: timed, day: '2001-01-01' });
    expect([one?.uuid, one?.day, one?.time_spans, more]).toEqual([timed, '2001-01-01', [], []]);
    expect(await ops.run('slots', { site: 'borderless', day: '2026-02-31' })).toMatchObject({ status: 400 });
    expect(await ops.run('slots', { site: 'nowhere' })).toMatchObject({ status: 400, refused: 'invalid_input' });
  });
});
