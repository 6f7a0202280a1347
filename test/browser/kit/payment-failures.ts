import { Problem } from '#server/shared/problem.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/arrange.ts';
import { newCoupon } from '#test/api/kit/extras.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { closeDialog, type FailureContext, orderToken, type Reach, refused } from './failure.ts';
import { answerBank, chooseMethod, fillTypedCard, toConfirm } from './pay.ts';
import { rootOf, toPaymentAt } from './site-walk.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

const onPayment = { from: 'payment', leadsTo: 'purchase.confirm' } as const;
const payAgain = ({ visitor }: FailureContext) => walk.payWith(visitor);
const applyCoupon = async ({ fill, click, at }: Visitor, code: string) => {
  await fill('coupon', code);
  await click('coupon.apply');
  await at('purchase.payment.choosing');
};
/** A coupon that is rejected at its field, one of the demo or made for this; another one is accepted there. */
const coupon = (code: string | ((shop: Shop) => Promise<string>)): Reach => ({
  from: 'payment',
  reach: async ({ visitor, shop }) => applyCoupon(visitor, typeof code === 'string' ? code : await code(shop)),
  where: ({ page }) => page.locator('.coupon-form .error'),
  goOn: async ({ visitor }) => {
    await applyCoupon(visitor, 'LIGHT500');
    await visitor.click('coupon.remove');
    await visitor.field('coupon').waitFor({ state: 'attached' });
  },
  leadsTo: 'purchase.payment.choosing',
});
/** The order is over: other tickets are chosen. */
const backToOrder = {
  from: 'payment',
  leadsTo: 'purchase.sign-in.editing',
  goOn: async ({ visitor }: FailureContext) => {
    await closeDialog(visitor);
    await walk.chooseTickets(visitor);
    await walk.submitOrder(visitor);
  },
} as const;

/** Failures of the customer's details, of coupons and of payments. */
export const paymentFailures = {
  invalid_input: {
    from: 'sign-in',
    reach: async (context) => {
      await walk.fillCustomer(context.visitor);
      const errors = [{ pointer: '#/gender', detail: 'required' }];
      await refused('putOrder', new Problem('invalid_input', { errors }), 'customer.submit')(context);
    },
    textId: 'form_error_heading',
    goOn: ({ visitor }) => visitor.click('customer.submit'),
    leadsTo: 'purchase.payment.choosing',
  },
  coupon_code_not_exist: coupon('NOBODY'),
  coupon_expired: coupon('EXPIRED'),
  coupon_limit_reached: coupon('USEDUP'),
  coupon_not_available: coupon('OTHERONLY'),
  coupon_out_of_coverage: coupon('FUTURE'),
  coupon_invalid_channel: coupon('GATEONLY'),
  coupon_rest_unpayable: coupon((shop) => newCoupon(shop, { kind: 'percent', amount: 99 })),
  card_input: {
    ...onPayment,
    reach: async ({ visitor }) => {
      await chooseMethod(visitor, 'stripe_secure');
      await visitor.card().locator('[autocomplete=cc-number]').waitFor();
      await visitor.click('payment.submit');
    },
    goOn: payAgain,
  },
  token_unavailable: {
    ...onPayment,
    // The connection to the provider is cut.
    reach: async ({ visitor }) => {
      await visitor.page.route('**/v1/confirmation_tokens', (route) => route.abort(), { times: 1 });
      await walk.fillCard(visitor);
      await visitor.click('payment.submit');
    },
    goOn: payAgain,
  },
  method_unavailable: {
    ...onPayment,
    reach: async (context) => {
      await walk.payWith(context.visitor);
      await refused('checkout', new Problem('method_unavailable'), 'checkout.submit')(context);
    },
    goOn: payAgain,
  },
  order_closed: {
    ...backToOrder,
    // The order is cancelled in another tab.
    reach: async ({ visitor, shop }) => {
      await shop.call('deleteOrder', { params: { token: await orderToken(visitor) } });
      await visitor.click('hold.extend');
    },
  },
  session_timeout: {
    ...backToOrder,
    reach: async ({ visitor, shop }) => {
      const token = await orderToken(visitor);
      const order = shop.db.selectFrom('orders').select('time_span_id').where('id', '=', orderOpenedBy(token));
      await passMinutes(shop, token, 16);
      await shop.sweep();
      await leaveSeats(shop, (await order.executeTakeFirstOrThrow()).time_span_id, 0);
      await visitor.click('hold.extend');
    },
  },
  payment_refunded: {
    ...backToOrder,
    // The provider reports another amount than was requested.
    reach: async ({ visitor, shop }) => {
      await walk.payWith(visitor, walk.cards.challenged);
      await visitor.click('checkout.submit');
      await visitor.at('purchase.checkout.challenging');
      await shop.db.updateTable('payments').set({ amount: 1 }).where('state', '=', 'requires_action').execute();
      await answerBank(visitor, 'complete');
    },
  },
  extension_limit: {
    ...onPayment,
    reach: refused('extendOrder', new Problem('extension_limit'), 'hold.extend'),
    goOn: payAgain,
  },
  script_blocked: {
    from: null,
    reach: async ({ visitor, shop, lang }) => {
      // The first method's form is open on arrival.
      await visitor.page.route('**/com_sbps_system_token.js', (route) => route.abort());
      await toPaymentAt(visitor, shop, { site: 'softbank', lang });
      await chooseMethod(visitor, 'softbank_credit');
    },
    textId: 'payment_blocked_title',
    goOn: async ({ visitor }) => {
      await visitor.page.unroute('**/com_sbps_system_token.js');
      await visitor.page.getByRole('alert').getByRole('button').first().click();
      await fillTypedCard(visitor, 'softbank_credit');
      await toConfirm(visitor);
    },
    leadsTo: 'purchase.confirm',
  },
  token_not_found: {
    from: null,
    reach: async ({ visitor, shop, lang }) => {
      await visitor.page.goto(`${rootOf(shop, 'mori')}/?lang=${lang}#/mail-confirm?token=no-such-link`);
      await visitor.click('mail.confirm');
      await visitor.at('purchase.mail-confirm');
    },
    where: ({ page }) => page.getByRole('main'),
    textId: 'mail_confirm_title',
    goOn: ({ visitor }) => visitor.click('order.again'),
    leadsTo: 'purchase.order.choosing',
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
