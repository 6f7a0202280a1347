import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buyTicket, changeRows, newSlot, ticketOf } from './kit/arrange.ts';
import { hold, slotAt, timed } from './kit/buyer.ts';
import { couponRefusal, newCoupon, sendCoupon } from './kit/extras.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** Codes and numbers as keyboards, scanners and sentences change them. */
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
await changeRows(shop, 'time_spans', { product_uuid: timed }, { capacity: 900 });

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const takeHold = async () => hold(shop, (await slotAt(shop, 0)).id, 1, 0);
const admit = (code: string) => ops.run('gate', { code });

describe('a code as people and machines write it', () => {
  const make = async (code: string) => changeRows(shop, 'coupons', { code: await newCoupon(shop) }, { code });
  const take = async (typed: string) => {
    const { token } = await takeHold();
    const answer = await sendCoupon(shop, token, typed);
    return answer.status === 200 ? (await readOrder(token)).coupon?.coupon_code : problemOf(answer).code;
  };

  beforeAll(() => make('SUMMER-FOLD-2O26'));
  it.each([
    'SUMMERーFOLDー2O26',
    'SUMMERFOLD2O26',
    'SUMMER　FOLD　2O26',
    '「SUMMER-FOLD-2O26」',
    '【ＳＵＭＭＥＲ－ＦＯＬＤ－２Ｏ２６】',
    'SUMMER-F0LD-2026',
    'summer-f0id-2o26',
  ])('%s is SUMMER-FOLD-2O26', async (typed) => {
    expect(await take(typed)).toBe('SUMMER-FOLD-2O26');
  });

  it('means the coupon of exactly this code, and none where two look like it', async () => {
    for (const code of ['TWIN-0I', 'TWIN-O1', 'GONE-0I', 'GONE-O1']) await make(code);
    await changeRows(shop, 'coupons', { code: 'GONE-0I' }, { withdrawn_at: sql`now()` });
    expect([await take('twin–o1'), await take('TWIN-0I'), await take('TWIN0I')]).toEqual([
      'coupon_code_not_exist',
      'TWIN-0I',
      'coupon_code_not_exist',
    ]);
    expect(await take('TWIN-O1')).toBe('TWIN-O1');
    expect([await take('GONEOL'), await take('GONE-0I')]).toEqual(['GONE-O1', 'coupon_expired']);
  });

  it('counts as no guess where it can be no code', async () => {
    const { token } = await takeHold();
    for (const typed of ['――', '「」', 'WELCОME10', 'クーポン', 'WELCOME①é', ...Array.from({ length: 10 }, () => 'ÄÖ')])
      expect(await couponRefusal(shop, token, typed)).toBe('coupon_code_not_exist');
    expect((await sendCoupon(shop, token, 'WELCOME10')).status).toBe(200);
  });
});

describe('the gate', () => {
  it.each<[what: string, scanned: (code: string) => string]>([
    ['the kind of code before it', (code) => `]Q1${code}`],
    ['the kind in small letters, with an end of line', (code) => `]d2${code}\r\n`],
    ['the kind without its bracket', (code) => `Q1${code}`],
    ['blanks between its groups', (code) => code.replace(/(.{4})/g, '$1 ')],
    ['quotes', (code) => `「${code}」`],
    ['1 for L', (code) => code.replaceAll('L', '1')],
  ])('reads a code with %s', async (_what, scanned) => {
    const span = await newSlot(shop);
    const { params } = await buyTicket(shop, span, 1);
    await makeToday(shop, span);
    const { entry_code: code } = await ticketOf(shop, params.reservation_token);
    expect(await admit(scanned(code))).toMatchObject({ done: 'gate', quantity: 1 });
  });
});
