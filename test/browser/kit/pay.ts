import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** How a card is handled: paid, declined, or with an identity check where possible. */
export type Card = 'good' | 'declined' | 'challenged';

type Typed = { number?: string; name?: string };

const typedCards: Readonly<Record<'gmo' | 'softbank_credit', Partial<Record<Card, Typed>>>> = {
  gmo: { good: {}, declined: { name: 'LIMIT' }, challenged: { name: 'TDS' } },
  softbank_credit: { good: {}, declined: { number: '4000 0000 0000 9995' } },
};

/** The operator stops to offer a method: where a site has two of one name, the page then offers the second. */
export const stopOffering = async ({ db }: Pick<Shop, 'db'>, site: SiteCode, method: Method): Promise<void> => {
  await db.deleteFrom('payment_methods').where('site', '=', site).where('id', '=', method).execute();
};

/** Selects a method's radio unless it is selected; a notice may offer the same method by a button. */
export const chooseMethod = async ({ page }: Visitor, method: Method): Promise<void> => {
  const radio = page.locator(`input[data-event="method.choose"][data-key="${method}"]`);
  if (!(await radio.isChecked())) await radio.click();
};

/** Fills in the card fields on our own page; by default a test card that both providers know. */
export const fillTypedCard = async (
  visitor: Visitor,
  method: 'gmo' | 'softbank_credit',
  { number = '4242 4242 4242 4242', name = 'HANAKO YAMADA' }: Typed = {},
): Promise<void> => {
  await chooseMethod(visitor, method);
  await visitor.fill('card_number', number);
  if (method === 'gmo') await visitor.fill('card_name', name);
  await visitor.field('card_month').selectOption('12');
  await visitor.field('card_year').selectOption(String(new Date().getFullYear() + 2));
  await visitor.fill('card_code', '123');
};

/** On the payment step: selects the method and fills in what it needs; `free` by a coupon for the whole price. */
export const fillMethod = async (visitor: Visitor, method: Method, card: Card = 'good'): Promise<void> => {
  if (method === 'stripe' || method === 'stripe_secure') return walk.fillCard(visitor, walk.cards[card], method);
  if (method === 'gmo' || method === 'softbank_credit') return fillTypedCard(visitor, method, typedCards[method][card]);
  if (method === 'free' && (await visitor.field('coupon').count()) > 0) {
    await visitor.fill('coupon', 'FULLFREE');
    await visitor.click('coupon.apply');
    await visitor.control('coupon.remove').waitFor();
  }
  return chooseMethod(visitor, method);
};

/** From the completed payment step to the confirmation page. */
export const toConfirm = ({ clickTo }: Visitor): Promise<void> => clickTo('payment.submit', 'purchase.confirm');

/** From the completed payment step through the final click. */
export const submit = async (visitor: Visitor): Promise<void> => {
  await toConfirm(visitor);
  await visitor.click('checkout.submit');
};

/** The whole payment step by a method, and the final click. */
export const payBy = async (visitor: Visitor, method: Method, card?: Card): Promise<void> => {
  await fillMethod(visitor, method, card);
  await submit(visitor);
};

/** Clicks a button of the provider's page when it is there. */
export const answerPage = ({ page }: Visitor, value: string): Promise<void> =>
  page.locator(`button[name="press"][value="${value}"]`).click();

/** Answers the bank in the provider's frame over our page. */
export const answerBank = ({ page }: Visitor, value: 'complete' | 'fail' | 'cancel'): Promise<void> =>
  page.frameLocator('dialog[open] iframe').locator(`button[value=${value}]`).click();
