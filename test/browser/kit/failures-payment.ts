import { maxExtensions } from '#server/holds/holds.ts';
import { orderOpenedBy } from '#server/tokens/order-tokens.ts';
import { deleteOrder } from '#src/api/contract/holds.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { requestMail } from '#test/api/kit/mails.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/time.ts';
import { closeDialog, type FailureContext, orderToken, type Reach, submitOrder } from './failure.ts';
import { answerBank, chooseMethod, fillTypedCard, toConfirm } from './pay.ts';
import { chooseTickets, rootOf, soldAt, toPaymentAt } from './site-walk.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** Failures from the payment step on, and of mails. */

/** A site with several methods. */
const several = 'softbank';

const toSeveral = async ({ visitor, shop, lang }: FailureContext): Promise<void> => {
  const site = await visitor.page.locator('html').getAttribute('data-site');
  if (site === several && (await visitor.state()).startsWith('purchase.confirm')) await visitor.type('#/payment');
  else await toPaymentAt(visitor, shop, { site: several, lang });
  await visitor.at('purchase.payment.choosing');
};

const onPayment = { from: 'payment', leadsTo: 'purchase.confirm' } as const;
const payAgain = ({ visitor }: FailureContext): Promise<void> => walk.payWith(visitor);

const applyCoupon = async ({ fill, click, at }: Visitor, code: string): Promise<void> => {
  await fill('coupon', code);
  await click('coupon.apply');
  await at('purchase.payment.choosing');
};

/** A coupon that is rejected at its field; another one is accepted there. */
const coupon = (code: string): Reach => ({
  from: 'payment',
  by: 'server',
  reach: ({ visitor }) => applyCoupon(visitor, code),
  where: ({ page }) => page.locator('.coupon-form .error'),
  goOn: async ({ visitor }) => {
    await applyCoupon(visitor, 'LIGHT500');
    await visitor.click('coupon.remove');
    await visitor.field('coupon').waitFor({ state: 'attached' });
  },
  leadsTo: 'purchase.payment.choosing',
});

const orderOf = ({ db }: Shop, token: string) => db.updateTable('orders').where('id', '=', orderOpenedBy(token));

/** Closes the dialog and chooses other tickets. */
const chooseAgain = async ({ visitor }: FailureContext): Promise<void> => {
  await closeDialog(visitor);
  await walk.chooseTickets(visitor);
  await submitOrder(visitor);
};
const backToOrder = { from: 'payment', goOn: chooseAgain, leadsTo: 'purchase.sign-in.editing' } as const;

const methodRow = ({ db }: Shop) =>
  db.selectFrom('payment_methods').selectAll().where('site', '=', several).where('id', '=', 'softbank_paypay');

export const paymentFailures = {
  coupon_code_not_exist: coupon('NOBODY'),
  coupon_expired: coupon('EXPIRED'),
  coupon_limit_reached: coupon('USEDUP'),
  coupon_not_available: coupon('OTHERONLY'),
  coupon_out_of_coverage: coupon('FUTURE'),
  coupon_invalid_channel: coupon('GATEONLY'),
  card_input: {
    ...onPayment,
    by: 'page',
    reach: async ({ visitor }) => {
      await chooseMethod(visitor, 'stripe_secure');
      await visitor.card().locator('[autocomplete=cc-number]').waitFor();
      await visitor.click('payment.submit');
    },
    goOn: payAgain,
  },
  token_unavailable: {
    ...onPayment,
    by: 'page',
    // The connection to the provider is cut.
    reach: async ({ visitor }) => {
      await visitor.page.route('**/v1/confirmation_tokens', (route) => route.abort());
      await walk.fillCard(visitor);
      await visitor.click('payment.submit');
    },
    goOn: async (context) => {
      await context.visitor.page.unroute('**/v1/confirmation_tokens');
      await payAgain(context);
    },
  },
  payment_api_failure: {
    ...onPayment,
    by: 'server',
    reach: async ({ visitor }) => {
      await walk.payWith(visitor, walk.cards.declined);
      await visitor.click('checkout.submit');
    },
    textId: 'payment_declined_title',
    goOn: payAgain,
  },
  order_closed: {
    ...backToOrder,
    by: 'server',
    // The order is cancelled in another tab.
    reach: async ({ visitor, shop }) => {
      await shop.call(deleteOrder, { params: { token: await orderToken(visitor) }, key: newKey() });
      await visitor.click('hold.extend');
    },
  },
  session_timeout: {
    ...backToOrder,
    by: 'server',
    reach: async ({ visitor, shop }) => {
      const token = await orderToken(visitor);
      const { time_span_id } = await shop.db
        .selectFrom('orders')
        .select('time_span_id')
        .where('id', '=', orderOpenedBy(token))
        .executeTakeFirstOrThrow();
      await passMinutes(shop, token, 16);
      await shop.sweep();
      await leaveSeats(shop, time_span_id, 0);
      await visitor.click('hold.extend');
    },
  },
  payment_refunded: {
    ...backToOrder,
    by: 'server',
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
    by: 'server',
    // Another tab has used all extensions.
    reach: async ({ visitor, shop }) => {
      await orderOf(shop, await orderToken(visitor))
        .set({ extensions: maxExtensions })
        .execute();
      await visitor.click('hold.extend');
    },
    goOn: payAgain,
  },
  return_not_found: {
    from: 'payment',
    by: 'server',
    reach: ({ visitor }) => visitor.type('#/payment-callback/stripe_secure/success?r=zzzz'),
    textId: 'return_lost_wait',
    goOn: ({ visitor }) => visitor.click('order.resume'),
    leadsTo: 'purchase.payment.choosing',
  },
  script_blocked: {
    from: null,
    by: 'page',
    reach: async (context) => {
      const { visitor } = context;
      // The first method's form is open on arrival.
      await visitor.page.route('**/com_sbps_system_token.js', (route) => route.abort());
      await toSeveral(context);
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
  method_unavailable: {
    from: null,
    by: 'server',
    // The operator no longer accepts the method.
    reach: async (context) => {
      const { visitor, shop } = context;
      await toSeveral(context);
      await chooseMethod(visitor, 'softbank_paypay');
      await toConfirm(visitor);
      const row = await methodRow(shop).executeTakeFirstOrThrow();
      await shop.db.deleteFrom('payment_methods').where('site', '=', several).where('id', '=', row.id).execute();
      try {
        await visitor.click('checkout.submit');
        await visitor.at('purchase.payment.choosing');
      } finally {
        await shop.db
          .insertInto('payment_methods')
          .values({ ...row, words: JSON.stringify(row.words) })
          .execute();
      }
    },
    goOn: async ({ visitor }) => {
      await fillTypedCard(visitor, 'softbank_credit');
      await toConfirm(visitor);
    },
    leadsTo: 'purchase.confirm',
  },
  rate_limited: {
    from: null,
    by: 'server',
    // The address has received its hourly maximum of mails.
    reach: async ({ visitor, shop, lang }) => {
      const address = `${newKey()}@visitor.example`;
      for (let mail = 0; mail < 3; mail += 1) await requestMail(shop, address);
      const place = { site: 'mori', lang } as const;
      await visitor.page.goto(`${rootOf(shop, place.site)}/?lang=${lang}`);
      await chooseTickets(visitor, (await soldAt(shop, place))[0]);
      await submitOrder(visitor);
      await visitor.fill('fullname', 'Hanako');
      await visitor.fill('email', address);
      await visitor.fill('email_confirm', address);
      await visitor.field('resident_area').selectOption({ index: 2 });
      await visitor.click('customer.submit');
    },
    goOn: async ({ visitor }) => {
      await closeDialog(visitor);
      const other = `${newKey()}@visitor.example`;
      await visitor.fill('email', other);
      await visitor.fill('email_confirm', other);
      await visitor.click('customer.submit');
      await visitor.at('purchase.sended-mail');
    },
    leadsTo: 'purchase.sended-mail.waiting',
  },
  token_not_found: {
    from: null,
    by: 'server',
    reach: async ({ visitor, shop, lang }) => {
      await visitor.page.goto(`${rootOf(shop, 'mori')}/?lang=${lang}#/mail-confirm?token=no-such-link`);
      await visitor.at('purchase.mail-confirm');
    },
    where: ({ page }) => page.getByRole('main'),
    textId: 'mail_confirm_title',
    goOn: async ({ visitor }) => {
      await visitor.click('order.again');
      await visitor.at('purchase.order.choosing');
    },
    leadsTo: 'purchase.order.choosing',
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
