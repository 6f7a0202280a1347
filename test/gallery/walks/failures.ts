import { Problem } from '#server/shared/problem.ts';
import { type FailureCode, failures, failureText, isFault } from '#src/domain/failures.ts';
import { rejectCall } from '#test/browser/kit/hold.ts';
import { tokenIn } from '#test/browser/kit/site-walk.ts';
import { textPattern } from '#test/browser/kit/texts.ts';
import * as walk from '#test/browser/kit/walk.ts';
import { type FailureScene, sceneFailures } from '../scenes.ts';
import { arrive, type Walk } from './walk.ts';

/** Failures that the order page shows in its own way. */
const ofOrder: readonly FailureCode[] = [
  'ticket_not_on_sale',
  'product_change_date_error',
  'invalid_quantity',
  'companion_missing',
  'bot_check_failed',
  'bot_check_blocked',
];
/** Failures that end the order. */
const ends: readonly FailureCode[] = ['session_timeout', 'order_closed'];

/**
 * The text of each failure: a reply refuses an order or a coupon with it, and it is shown in an alert, at the field, or in a
 * dialog. test/api has what causes each at the server, test/paths the way on.
 */
export const failing: Walk<FailureScene> = async function* (guide) {
  const { visitor, shop, lang, site } = guide;
  const { page, click, fill, at } = visitor;
  await arrive(guide);
  await walk.chooseTickets(visitor);
  for (const code of sceneFailures.filter((one) => ofOrder.includes(one))) {
    await walk.chooseTime(visitor);
    await rejectCall(visitor, 'createOrder', new Problem(code));
    await click('order.submit');
    await page.getByRole('alert').first().waitFor();
    yield `failure.${code}`;
  }
  await walk.chooseTime(visitor);
  await walk.submitToPayment(visitor);
  for (const code of sceneFailures.filter((one) => !ofOrder.includes(one))) {
    if (code === 'order_closed') {
      // it is cancelled in another tab
      await shop.call('deleteOrder', { params: { token: await tokenIn(visitor, site) } });
      await click('hold.extend');
    } else {
      await rejectCall(visitor, 'createOrderCoupon', new Problem(code, { rest: 30 }));
      await fill('coupon', 'SPRING');
      await click('coupon.apply');
    }
    const { effect, number } = failures[code];
    const isDialog = effect === 'dialog' || effect === 'reset';
    const place = isDialog ? page.getByRole('dialog') : page.locator('.coupon-form .error');
    await place.filter({ hasText: textPattern(lang, failureText(code), { code }) }).waitFor();
    if (isDialog && isFault(number))
      await place.filter({ hasText: textPattern(lang, 'dialog_number', { number: String(number) }) }).waitFor();
    yield `failure.${code}`;
    if (!isDialog) continue;
    await click('dialog.ok');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (!ends.includes(code)) continue;
    await walk.chooseTickets(visitor);
    await walk.submitToPayment(visitor);
  }
  await at('purchase.payment.choosing');
};
