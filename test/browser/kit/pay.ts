import type { Method } from '#src/domain/payment.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** What becomes of a card: money, a refusal, or the bank asks who is paying (where it can). */
export type Card = 'good' | 'declined' | 'challenged';

type Typed = { number?: string; name?: string };

const typedCards: Readonly<Record<'gmo' | 'softbank_credit', Partial<Record<Card, Typed>>>> = {
  gmo: { good: {}, declined: { name: 'LIMIT' }, challenged: { name: 'TDS' } },
  softbank_credit: { good: {}, declined: { number: '4000 0000 0000 9995' } },
};

/** The radio of a method, picked unless it is. */
export const chooseMethod = async ({ control }: Visitor, method: Method): Promise<void> => {
  const radio = control('method.choose', method);
  if (!(await radio.isChecked())) await radio.click();
};

/** The card fields that stand in our own page, filled in; one of the test cards both providers know unless told. */
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

/** On the payment step: the method chosen, and what it wants to know filled in; `free` by the coupon for everything. */
export const fillMethod = async (visitor: Visitor, method: Method, card: Card = 'good'): Promise<void> => {
  if (method === 'stripe' || method === 'stripe_secure') return walk.fillCard(visitor, walk.cards[card], method);
  if (method === 'gmo' || method === 'softbank_credit') return fillTypedCard(visitor, method, typedCards[method][card]);
  if (method === 'free' && (await visitor.control('coupon.apply').isVisible())) {
    await visitor.fill('coupon', 'FULLFREE');
    await visitor.press('coupon.apply');
    await visitor.control('coupon.remove').waitFor();
  }
  return chooseMethod(visitor, method);
};

/** From the payment step, filled in, to the page before the last press. */
export const toConfirm = async ({ press, at }: Visitor): Promise<void> => {
  await press('payment.submit');
  await at('purchase.confirm');
};

/** From the payment step, filled in, through the last press. */
export const submit = async (visitor: Visitor): Promise<void> => {
  await toConfirm(visitor);
  await visitor.press('checkout.submit');
};

/** The whole payment step by a method, and the last press. */
export const payBy = async (visitor: Visitor, method: Method, card?: Card): Promise<void> => {
  await fillMethod(visitor, method, card);
  await submit(visitor);
};

/** Presses a button of the provider's page, once that is there. */
export const answerPage = ({ page }: Visitor, value: string): Promise<void> =>
  page.locator(`button[name="press"][value="${value}"]`).click();

/** The bank's question in the provider's own frame over our page. */
export const answerBank = ({ page }: Visitor, value: 'complete' | 'fail' | 'cancel'): Promise<void> =>
  page.frameLocator('dialog[open] iframe').locator(`button[value=${value}]`).click();
