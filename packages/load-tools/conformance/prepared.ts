import { changeRows, newSlot } from 'ticket-store/test/api/kit/arrange.ts';
import type { Shop } from 'ticket-store/test/api/kit/shop.ts';
import type { RunOptions } from './context.ts';

/**
 * Prepares our own shop so that every requirement can be checked (one language less, timespans that are closed and nearly full), and
 * returns the options that a tester would give to the command.
 */
export const prepare = async (shop: Shop): Promise<RunOptions> => {
  await shop.db.deleteFrom('languages').where('site', '=', 'borderless').where('id', '=', 'zh-hant').execute();
  await newSlot(shop, { seats: 3 });
  const closed = await newSlot(shop);
  await changeRows(shop, 'time_spans', { site: 'borderless', id: closed }, { sale_to: new Date(1) });
  return {
    coupon: 'WELCOME10',
    cardSandbox: shop.sandbox.url,
    refusedCoupons: {
      EXPIRED: 'coupon_expired',
      USEDUP: 'coupon_limit_reached',
      FUTURE: 'coupon_out_of_coverage',
      GATEONLY: 'coupon_invalid_channel',
    },
    malformed: { count: 150, seed: 2 },
  };
};
