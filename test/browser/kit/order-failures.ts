import { documentOf, Problem } from '#server/shared/problem.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { setFault } from '#test/api/kit/buyer.ts';
import { closeDialog, type FailureContext, type Reach, refused } from './failure.ts';
import { fulfillCall } from './hold.ts';
import { chooseTickets, rootOf, soldAt } from './site-walk.ts';
import * as walk from './walk.ts';

const onOrder = { from: 'order', leadsTo: 'purchase.sign-in.editing' } as const;
const orderRefused = (problem: Problem) => ({ ...onOrder, reach: refused('createOrder', problem, 'order.submit') });
const submitAgain = ({ visitor }: FailureContext) => walk.submitOrder(visitor);
const closeAndSubmit = async ({ visitor }: FailureContext) => {
  await closeDialog(visitor);
  await walk.submitOrder(visitor);
};
/** Takes one of the times that the page offers instead. */
const takeOffered = async ({ visitor }: FailureContext) => {
  await visitor.page.getByRole('alert').locator('[data-event="timespan.choose"]').first().click();
  await visitor.at('purchase.order.choosing');
  await walk.submitOrder(visitor);
};
/** A reply that is not in our format. */
const fulfilled = (response: Parameters<typeof fulfillCall>[2]): Reach => ({
  ...onOrder,
  reach: async ({ visitor }) => {
    await fulfillCall(visitor, 'createOrder', response);
    await visitor.click('order.submit');
  },
  goOn: closeAndSubmit,
});

/** On the site with the bot check: chooses tickets and submits. */
const orderAtMori = async ({ visitor, shop, lang }: FailureContext) => {
  await visitor.page.goto(`${rootOf(shop, 'mori')}/?lang=${lang}`);
  // A returning visitor lands on their last step.
  await visitor.at('purchase');
  await visitor.type('#/order');
  await chooseTickets(visitor, (await soldAt(shop, { site: 'mori', lang }))[0]);
  await visitor.click('order.submit');
};
const atMori = {
  from: null,
  leadsTo: 'purchase.sign-in.editing',
  goOn: ({ visitor }: FailureContext) => visitor.click('order.submit', 'again'),
} as const;

/** Failures of an order. */
export const orderFailures = {
  ticket_not_on_sale: {
    ...orderRefused(new Problem('ticket_not_on_sale')),
    textId: 'order_slot_closed',
    goOn: takeOffered,
  },
  product_change_date_error: {
    ...orderRefused(new Problem('product_change_date_error')),
    goOn: async ({ visitor }) => {
      await walk.chooseTime(visitor);
      await walk.submitOrder(visitor);
    },
  },
  invalid_quantity: { ...orderRefused(new Problem('invalid_quantity')), goOn: submitAgain },
  companion_missing: { ...orderRefused(new Problem('companion_missing')), goOn: submitAgain },
  bad_request: {
    ...fulfilled({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...documentOf(new Problem('bad_request')), code: 'E1047' }),
    }),
    quotes: 'E1047',
  },
  request_error: fulfilled({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  bot_check_failed: {
    ...atMori,
    reach: async (context) => {
      context.shop.sandbox.sandbox.recaptcha.score(0.1);
      await orderAtMori(context);
    },
  },
  bot_check_blocked: {
    ...atMori,
    reach: async (context) => {
      await setFault(context.shop, { route: 'assets.recaptcha_js', fault: 'unavailable' });
      await orderAtMori(context);
    },
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
