import { expect, it } from 'vitest';
import { choiceOf, hold, purchase, readLedger, ready } from './kit/buyer.ts';
import { applyCoupon, newCoupon, usesOf } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { answerPage, attemptOf, startRedirect } from './kit/gmo.ts';
import { passVisit } from './kit/holder.ts';
import { openOps } from './kit/ops.ts';
import { startWholeShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { passMinutes, seatsOf } from './kit/time.ts';

/** Money without a notice, which comes with the provider's daily file long after the hold (docs/architecture.md#bar-late-payment). */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));

type Order = { token: string; price: number };
const status = async (of: Order) => (await shop.call('getOrder', { params: { token: of.token } })).status;

/** Pays on the provider's page, of which the shop hears nothing; the hold is over then. */
const payUnheard = async (of: Order): Promise<Order> => {
  await answerPage(shop, await startRedirect(shop, of, 'softbank_alipay'), 'never');
  await passMinutes(shop, of.token, 60);
  return of;
};
/** Ends the payment, then the hold. */
const expire = async () => {
  for (const _ of [1, 2]) await shop.sweep();
};
const confirm = async () => {
  const text = await (await fetch(`${shop.sandbox.url}/sandbox/softbank/daily.csv`)).text();
  return ops.run('confirm', { provider: 'softbank', text });
};

it('is honoured where only a hold that is over has its seats and its coupon', async () => {
  const span = await newSlot(shop, { seats: 1 });
  const coupon = await newCoupon(shop, { use_limit: 1 });
  const { token } = await ready(shop, span);
  const late = await payUnheard({ token, price: (await applyCoupon(shop, token, coupon)).price });
  await expire();
  const other = await hold(shop, span);
  await applyCoupon(shop, other.token, coupon);
  await passMinutes(shop, other.token, 30);
  await confirm();
  expect(await status(late)).toBe('paid');
  expect(await status(other)).toBe('expired');
  expect(await usesOf(shop, coupon)).toBe(1);
});

it('is refunded once if another order has replaced its own', async () => {
  const late = await payUnheard(await ready(shop, await newSlot(shop)));
  await expire();
  expect(await status(late)).toBe('expired');
  const body = { ...choiceOf(await newSlot(shop), 1), replaces: late.token };
  const { order_token: token, order } = await shop.call('createOrder', { body });
  await purchase(shop, { token, price: order.price });
  for (const _ of [1, 2]) await confirm();
  expect((await attemptOf(shop, late)).state).toBe('refunded');
  expect(await readLedger(shop, late.token)).toMatchObject({ charges: 1, refunded: late.price });
  expect(await readLedger(shop, token)).toMatchObject({ charges: 1, refunded: 0 });
});

it.each(['held', 'expired'])('is refunded if the visit of its %s order is over by then', async (state) => {
  const span = await newSlot(shop);
  const late = await payUnheard(await ready(shop, span));
  if (state === 'expired') await expire();
  await passVisit(shop, span);
  expect(await confirm()).toMatchObject({ late: 1, differences: [] });
  expect(await status(late)).toBe('refunded');
  expect(await readLedger(shop, late.token)).toMatchObject({ charges: 1, refunded: late.price });
  expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
});
