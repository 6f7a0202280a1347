import { addDays, venueDay } from 'ticket-store/src/domain/dates.ts';
import { requestMail } from 'ticket-store/test/api/kit/mails.ts';
import { changeRows } from 'ticket-store/test/api/kit/rows.ts';
import type { Shop } from 'ticket-store/test/api/kit/shop.ts';
import { newSlot } from 'ticket-store/test/api/kit/slot.ts';
import type { RunOptions } from './context.ts';

/** A ticket that costs less than any provider accepts. */
const sellCheap = async ({ db }: Shop): Promise<void> => {
  const uuid = 'conformance-voucher';
  const textsOf = (keys: object) => JSON.stringify({ en: keys });
  const today = venueDay(Date.now());
  const sale = { sale_from: today, sale_to: addDays(today, 60) };
  const quantity = { min_quantity: 1, max_quantity: 3 };
  await db
    .insertInto('products')
    .values({
      uuid,
      site: 'borderless',
      position: 9,
      sale_type: 'period',
      ...sale,
      ...quantity,
      words: textsOf({ product_name: 'Voucher', description: '', naming_right: '', caution: '' }),
    })
    .execute();
  await db
    .insertInto('product_options')
    .values({
      site: 'borderless',
      id: `${uuid}-any`,
      product_uuid: uuid,
      position: 0,
      type: 'adult',
      add_cost: 30,
      min: 0,
      max: 3,
      words: textsOf({ name: 'Any', note: '' }),
    })
    .execute();
  const from = new Date(`${today}T00:00:00+09:00`);
  const to = new Date(`${addDays(today, 60)}T00:00:00+09:00`);
  const visit = { day: today, reservation_from: from, reservation_to: to, sale_from: from, sale_to: to };
  await db
    .insertInto('time_spans')
    .values({ site: 'borderless', id: `${uuid}-period`, product_uuid: uuid, ...visit, capacity: 40 })
    .execute();
};

/** Other sites of our own shop, at an address where it is reached. */
export const sitesAt = (url: string): NonNullable<RunOptions['sites']> => ({
  other: `${url}/artizon`,
  invitation: `${url}/nishinippon-event01`,
  mailConfirm: `${url}/kairakuen`,
});

/**
 * Prepares our own shop so that every requirement can be checked (one language less, a cheap product, timespans that are dearer,
 * closed and nearly full), and returns what a tester would give to the command.
 */
export const prepare = async (shop: Shop): Promise<RunOptions> => {
  await shop.db.deleteFrom('languages').where('site', '=', 'borderless').where('id', '=', 'zh-hant').execute();
  await sellCheap(shop);
  await newSlot(shop, { seats: 40, surcharge: 900 });
  await newSlot(shop, { seats: 3 });
  const closed = await newSlot(shop);
  await changeRows(shop, 'time_spans', { site: 'borderless', id: closed }, { sale_to: new Date(1) });
  return {
    coupon: 'WELCOME10',
    cardSandbox: shop.sandbox.url,
    links: { corrected: (await requestMail(shop)).link },
    refusedCoupons: {
      EXPIRED: 'coupon_expired',
      USEDUP: 'coupon_limit_reached',
      FUTURE: 'coupon_out_of_coverage',
      GATEONLY: 'coupon_invalid_channel',
    },
    sites: sitesAt(shop.url),
    malformed: { count: 150, seed: 1 },
  };
};
