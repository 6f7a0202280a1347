import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { venueDay } from '#src/domain/dates.ts';
import { actingIn, hostileName } from '#test/tools/acting.ts';
import { adults, buyTicket, changeRows, markUsed, newSlot, passVisit, rowOf, ticketOf } from './kit/arrange.ts';
import { choiceElsewhere, customer, season, slotAt, timed } from './kit/buyer.ts';
import { readVisit } from './kit/calendar.ts';
import { purchase } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const buy = async (at = 0, adults = 2, children = 1) =>
  buyTicket(shop, (await slotAt(shop, at)).id, { adults, children });

describe('the ticket', () => {
  it('lists the allowed actions and the obstacles, which match the rejections', async () => {
    const { params } = await buy(0, 1, 0);
    const actions = async () => (await ticketOf(shop, params.reservation_token)).actions;
    expect(await actions()).toEqual({
      share: null,
      stop_sharing: 'not_shared',
      send: null,
      split: 'one_person',
      change_date: null,
      receipt: null,
      calendar: null,
      revoke: null,
    });
    await markUsed(shop, params.reservation_token);
    const used = { share: 'used', send: 'used', change_date: 'used', receipt: null, revoke: 'used' };
    expect(await actions()).toMatchObject(used);
  });

  it('of a past visit can only be viewed, with its receipt', async () => {
    const slot = await slotAt(shop, 12);
    const { params } = await buyTicket(shop, slot.id, { adults: 2 });
    await passVisit(shop, slot.id);
    const { actions } = await ticketOf(shop, params.reservation_token);
    expect(actions).toMatchObject({ share: 'over', send: 'over', split: 'over', change_date: 'over', receipt: null });
    const refused = problemOf(await shop.send('shareTicket', { params }));
    expect(refused).toMatchObject({ status: 409, code: 'cannot_change_ticket', detail: 'over' });
  });
});

it('the receipt has all items of a simplified qualified invoice', async () => {
  const slot = await slotAt(shop, 2);
  const { params, number } = await buyTicket(shop, slot.id, { adults: 2, children: 1 });
  const receipt = await shop.call('getReceipt', { params, query: { lang: 'en' } });
  const [adult, child] = [3800 + slot.surcharge, 1500 + slot.surcharge];
  const total = 2 * adult + child;
  expect(receipt).toMatchObject({
    number: `R-${number}`,
    reservation_number: number,
    reservation_from: slot.reservation_from,
    product_name: 'Admission',
    lines: [
      { kind: 'option', name: 'Adult', quantity: 2, price: adult, amount: 2 * adult },
      { kind: 'option', quantity: 1, price: child, amount: child },
    ],
    taxes: [{ rate: 10, amount: total, tax: Math.floor((total * 10) / 110) }],
    total,
    payment_method: 'stripe_secure',
    payment_method_name: 'Credit card',
    issuer: { contact_mail: 'tickets@museum.example' },
  });
  expect(receipt.issuer.invoice_number).toMatch(/^T\d{13}$/);
  expect(Date.now() - Date.parse(receipt.date)).toBeLessThan(600_000);
});

afterEach(() => vi.unstubAllEnvs());

const responseTo = (reservation_token: string, lang = 'ja') =>
  fetch(`${shop.url}${apiPrefix}/tickets/${reservation_token}/calendar?lang=${lang}`);
const fileOf = async (reservation_token: string, lang = 'ja'): Promise<string> => {
  const reply = await responseTo(reservation_token, lang);
  if (reply.status !== 200) throw new Error(`${reply.status}`);
  return Buffer.from(await reply.arrayBuffer()).toString('utf8');
};
const buyOne = async () => (await buyTicket(shop, await newSlot(shop), { adults: 2 })).params.reservation_token;

/** Every character that must be escaped, and lines over the length limit, which must not be folded inside a character. */
const summary = '特別展「光、影; 線」, \\ 第1部 C:\\; 😀👩‍👩‍👧 '.repeat(4).trim();
const caution = '一行目, 読点；; 終わり\nsecond line\\, here\r\n三行目 “quoted”: 😀'.repeat(3);
/** A parser that unescapes carelessly reads `\\n` in this text as a line break. */
const treacherous = 'C:\\new\\n';

/** The calendar file of a ticket, read by a parser of RFC 5545. */
describe('the calendar file', () => {
  it.each(['Asia/Tokyo', 'America/New_York'])('has the same times on a device in %s', async (zone) => {
    const token = await buyOne();
    const text = await fileOf(token, 'en');
    const { reservation_from, reservation_to, product_name } = await ticketOf(shop, token, 'en');
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(readVisit(text)).toMatchObject({
      from: reservation_from,
      to: reservation_to,
      summary: product_name,
      sequence: 0,
    });
  });

  it('has the same days for a period ticket, including the last day', async () => {
    const body = await choiceElsewhere(shop, season, 'walk-person');
    const { order_token: token } = await shop.call('createOrder', { body });
    await shop.call('putOrder', { params: { token }, body: customer });
    const { reservation_token } = await purchase(shop, { token, price: 0 }, { method: 'free' });
    const { reservation_from, reservation_to, actions } = await ticketOf(shop, reservation_token);
    expect(actions.change_date).toBe('one_date');
    const text = await fileOf(reservation_token);
    const last = venueDay(Date.parse(reservation_to) - 1);
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      vi.stubEnv('TZ', zone);
      const { from, to } = readVisit(text);
      expect(from).toBe(venueDay(Date.parse(reservation_from)));
      expect(venueDay(Date.parse(`${to}T00:00:00+09:00`) - 1)).toBe(last);
    }
  });

  it('keeps all texts unchanged, whatever characters they contain', async () => {
    const { words } = await rowOf(shop, 'products', { site: 'borderless', uuid: timed });
    const token = await buyOne();
    const readRenamed = async (product_name: string) => {
      const texts = JSON.stringify({ ...words, ja: { ...words.ja, product_name, caution } });
      await changeRows(shop, 'products', { site: 'borderless', uuid: timed }, { words: texts });
      return readVisit(await fileOf(token));
    };
    const description = `${(await ticketOf(shop, token)).reservation_number}\n${caution}`.replaceAll('\r\n', '\n');
    expect(await readRenamed(summary)).toMatchObject({ summary, description });
    expect(await readRenamed(treacherous)).toMatchObject({ summary: treacherous, description });
    await readRenamed(hostileName);
    expect(actingIn((await fileOf(token)).replaceAll('\r\n', '\n'))).toEqual([]);
  });

  it('ends every line with CRLF, has no line longer than 75 bytes, splits no character, and holds no link', async () => {
    const token = await buyOne();
    const text = await fileOf(token);
    expect(text).not.toContain(token);
    const lines = text.split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(2);
    expect(text).not.toContain('\uFFFD');
  });

  it('stays one entry after repeated downloads and a date change; a split-off ticket has its own entry', async () => {
    const token = await buyOne();
    const [first, again] = [readVisit(await fileOf(token)), readVisit(await fileOf(token))];
    expect(again).toEqual(first);
    const params = { reservation_token: token };
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    const body = { time_span_id: await newSlot(shop) };
    const moved = await shop.call('changeDate', { params, body });
    const now = readVisit(await fileOf(moved.reservation_token));
    const other = readVisit(await fileOf(part.reservation_token));
    expect([now.uid, now.sequence]).toEqual([first.uid, 1]);
    expect(now.from).not.toBe(first.from);
    expect(other.uid).not.toBe(first.uid);
    expect(other.from).toBe(first.from);
  });
});
