import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { venueDay } from '#src/domain/dates.ts';
import { actingIn, hostileName } from '#test/tools/acting.ts';
import { adults, buyTicket, changeRows, newSlot, rowOf, ticketOf } from './kit/arrange.ts';
import { customer, purchase, season, timed } from './kit/buyer.ts';
import { readTwice } from './kit/calendar.ts';
import { forFile, startShop } from './kit/shop.ts';

/** The calendar file of a ticket, read by two independent parsers (RFC 5545). */
const shop = await forFile(startShop());
afterEach(() => vi.unstubAllEnvs());

const responseTo = (reservation_token: string, lang = 'ja') =>
  fetch(`${shop.url}${apiPrefix}/tickets/${reservation_token}/calendar?lang=${lang}`);
const fileOf = async (reservation_token: string, lang = 'ja'): Promise<string> => {
  const reply = await responseTo(reservation_token, lang);
  if (reply.status !== 200) throw new Error(`${reply.status}`);
  return Buffer.from(await reply.arrayBuffer()).toString('utf8');
};
const buy = async () => (await buyTicket(shop, await newSlot(shop))).params.reservation_token;

/** Every character that must be escaped, and lines over the length limit, which must not be folded inside a character. */
const summary = '特別展「光、影; 線」, \\ 第1部 C:\\; 😀👩‍👩‍👧 '.repeat(4).trim();
const caution = '一行目, 読点；; 終わり\nsecond line\\, here\r\n三行目 “quoted”: 😀'.repeat(3);
/** A parser that unescapes carelessly, like the second one here, reads `\\n` in this text as a line break. */
const treacherous = 'C:\\new\\n';

describe('the calendar file', () => {
  it.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
    'has the same times for both parsers on a device in %s',
    async (zone) => {
      const token = await buy();
      const text = await fileOf(token, 'en');
      const { reservation_from, reservation_to, product_name } = await ticketOf(shop, token, 'en');
      vi.stubEnv('TZ', zone);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      for (const visit of readTwice(text))
        expect(visit).toMatchObject({ from: reservation_from, to: reservation_to, summary: product_name, sequence: 0 });
    },
  );

  it('has the same days for both parsers for a period ticket, including the last day', async () => {
    const option_values = [{ id: 'walk-person', count: 1 }];
    const choice = { lang: 'ja', product_uuid: season, time_span_id: 'walk-season', quantity: 1 };
    const body = { ...choice, option_values, set_products: [] };
    const { order_token: token } = await shop.call('createOrder', { body });
    await shop.call('putOrder', { params: { token }, body: customer });
    const { reservation_token } = await purchase(shop, { token, price: 0 }, { method: 'free' });
    const { reservation_from, reservation_to, actions } = await ticketOf(shop, reservation_token);
    expect(actions.change_date).toBe('one_date');
    const text = await fileOf(reservation_token);
    const last = venueDay(Date.parse(reservation_to) - 1);
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      vi.stubEnv('TZ', zone);
      for (const { from, to } of readTwice(text)) {
        expect(from).toBe(venueDay(Date.parse(reservation_from)));
        expect(venueDay(Date.parse(`${to}T00:00:00+09:00`) - 1)).toBe(last);
      }
    }
  });

  it('keeps all texts unchanged, whatever characters they contain', async () => {
    const { words } = await rowOf(shop, 'products', { site: 'borderless', uuid: timed });
    const token = await buy();
    const readRenamed = async (product_name: string) => {
      const texts = JSON.stringify({ ...words, ja: { ...words.ja, product_name, caution } });
      await changeRows(shop, 'products', { site: 'borderless', uuid: timed }, { words: texts });
      return readTwice(await fileOf(token));
    };
    const description = `${(await ticketOf(shop, token)).reservation_number}\n${caution}`.replaceAll('\r\n', '\n');
    for (const visit of await readRenamed(summary)) expect(visit).toMatchObject({ summary, description });
    expect((await readRenamed(treacherous))[0]).toMatchObject({ summary: treacherous, description });
    await readRenamed(hostileName);
    expect(actingIn((await fileOf(token)).replaceAll('\r\n', '\n'))).toEqual([]);
  });

  it('ends every line with CRLF, has no line longer than 75 bytes, splits no character, and holds no link', async () => {
    const token = await buy();
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
    const token = await buy();
    const texts = [await fileOf(token), await fileOf(token)];
    expect(texts[0]).toBe(texts[1]);
    const params = { reservation_token: token };
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    const body = { time_span_id: await newSlot(shop) };
    const moved = await shop.call('changeDate', { params, body });
    const [before, after, own] = [
      texts[0] ?? '',
      await fileOf(moved.reservation_token),
      await fileOf(part.reservation_token),
    ];
    for (const reader of [0, 1] as const) {
      const [old, now, other] = [before, after, own].map((text) => readTwice(text)[reader]);
      expect([now?.uid, now?.sequence]).toEqual([old?.uid, 1]);
      expect(now?.from).not.toBe(old?.from);
      expect(other?.uid).not.toBe(old?.uid);
      expect(other?.from).toBe(old?.from);
    }
  });
});
