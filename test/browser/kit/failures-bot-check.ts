import type { FailureCode } from '#src/domain/failures.ts';
import { setFault } from '#test/api/kit/buyer.ts';
import type { FailureContext, Reach } from './failure.ts';
import { chooseTickets, rootOf, soldAt } from './site-walk.ts';

/** Failures on a site with the bot check. */

/** Chooses tickets on the order page of that site and submits. */
const order = async ({ visitor, shop, lang }: FailureContext): Promise<void> => {
  const siteInLang = { site: 'mori', lang } as const;
  await visitor.page.goto(`${rootOf(shop, siteInLang.site)}/?lang=${lang}`);
  // A returning visitor is brought back to their last step.
  await visitor.at('purchase');
  await visitor.type('#/order');
  await chooseTickets(visitor, (await soldAt(shop, siteInLang))[0]);
  await visitor.click('order.submit');
};

const onMori = {
  from: null,
  leadsTo: 'purchase.sign-in.editing',
  goOn: ({ visitor }: FailureContext): Promise<void> => visitor.click('order.submit', 'again'),
} as const;

export const botCheckFailures = {
  bot_check_failed: {
    ...onMori,
    by: 'server',
    reach: async (context) => {
      context.shop.sandbox.sandbox.recaptcha.score(0.1);
      await order(context);
    },
  },
  bot_check_blocked: {
    ...onMori,
    by: 'page',
    reach: async (context) => {
      await setFault(context.shop, { route: 'assets.recaptcha_js', fault: 'unavailable' });
      await order(context);
    },
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
