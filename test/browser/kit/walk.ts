import type { FrameLocator, Page } from 'playwright-core';
import { customer, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { controlSelector, type Visitor } from './visitor.ts';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Requires an identity check. */
  challenged: '4000000000003220',
} as const;

/** Spreads purchases over the day's slots, so that tests do not sell one out. */
const counts = new Map<string, number>();

const nextCount = (url: string): number => {
  const { origin } = new URL(url);
  const count = counts.get(origin) ?? 0;
  counts.set(origin, count + 1);
  return count;
};

/** Unfolds the list of tickets after one was chosen. */
export const reopen = ({ page }: Visitor): Promise<void> => page.locator('.cards .unfold input').check();

/** Resolves when the page has stopped scrolling. */
export const untilStill = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    let [last, still] = [scrollY, 0];
    while (still < 6) {
      await new Promise(requestAnimationFrame);
      still = scrollY === last ? still + 1 : 0;
      last = scrollY;
    }
  });
};

/** The times of the chosen day, without the earliest one of another day. */
export const timesOfDay = '.slot-group:has(.slot-title) [data-event="timespan.choose"]';
export const freeTimesOfDay = '.slot-group:has(.slot-title) [data-stock="plenty"] [data-event="timespan.choose"]';

/** Shows a day's weeks in the calendar of a page or frame, once the calendar has days. */
export const showWeeksOf = async (page: Pick<Page, 'locator'>, day: string): Promise<void> => {
  const shown = (key?: string) => page.locator(controlSelector('day.choose', key)).filter({ visible: true });
  await shown().first().waitFor();
  if ((await shown(day).count()) === 0)
    await page.locator(controlSelector('month.show')).filter({ visible: true }).last().click();
};

/** On the open order page: chooses a product and tomorrow. */
export const chooseDay = async ({ page, at, clickTo }: Visitor): Promise<void> => {
  await at('purchase.order.choosing');
  await clickTo('product.choose', 'purchase.order.choosing', timed);
  await showWeeksOf(page, tomorrow);
  await at('purchase.order.choosing');
  await clickTo('day.choose', 'purchase.order.choosing', tomorrow);
  await page.locator(timesOfDay).first().waitFor();
};

/** Sends the choice of tickets. */
export const submitOrder = ({ clickTo }: Visitor): Promise<void> => clickTo('order.submit', 'purchase.sign-in.editing');

/** Sends the customer's form. */
export const submitCustomer = ({ clickTo }: Visitor): Promise<void> =>
  clickTo('customer.submit', 'purchase.payment.choosing');

/** Places the order. */
export const submitCheckout = ({ clickTo }: Visitor): Promise<void> => clickTo('checkout.submit', 'purchase.complete');

/** Chooses the next slot with many seats left and returns its id. */
export const chooseTime = async ({ page, clickTo }: Visitor): Promise<string> => {
  const free = page.locator(freeTimesOfDay);
  const key = (await free.nth(nextCount(page.url()) % (await free.count())).getAttribute('data-key')) ?? '';
  await clickTo('timespan.choose', 'purchase.order.choosing', key);
  return key;
};

/** Chooses an adult and a child for a slot tomorrow on the open order page, without submitting. Returns the slot's id. */
export const chooseTickets = async (visitor: Visitor): Promise<string> => {
  await chooseDay(visitor);
  const slot = await chooseTime(visitor);
  await visitor.fill('admission-adult', '1');
  await visitor.fill('admission-child', '1');
  return slot;
};

/** Opens the order page and chooses tickets. */
export const toChosen = async (visitor: Visitor): Promise<void> => {
  await visitor.open();
  await chooseTickets(visitor);
};

/** Goes to the customer's form. */
export const toSignIn = async (visitor: Visitor): Promise<void> => {
  await toChosen(visitor);
  await submitOrder(visitor);
};

/** Fills in all required fields. */
export const fillCustomer = async ({ fill }: Visitor): Promise<void> => {
  await fill('fullname', customer.fullname);
  await fill('email', customer.email);
  await fill('email_confirm', customer.email);
  await fill('phone', customer.phone);
};

/** From the choice of tickets to the payment step. */
export const submitToPayment = async (visitor: Visitor): Promise<void> => {
  await submitOrder(visitor);
  await fillCustomer(visitor);
  await submitCustomer(visitor);
};

/** Goes to the payment step. */
export const toPayment = async (visitor: Visitor): Promise<void> => {
  await toChosen(visitor);
  await submitToPayment(visitor);
};

/** Types a card into the provider's fields. */
export const typeCard = async (card: FrameLocator, number: string = cards.good): Promise<void> => {
  await card.locator('[autocomplete=cc-number]').fill(number);
  await card.locator('[autocomplete=cc-exp]').fill('12/39');
  await card.locator('[autocomplete=cc-csc]').fill('123');
};

/** Chooses the method, and fills in the provider's card fields. */
export const fillCard = async (visitor: Visitor, number?: string, method = 'stripe_secure'): Promise<void> => {
  const radio = visitor.control('method.choose', method);
  if (!(await radio.isChecked())) await radio.click();
  await typeCard(visitor.card(), number);
};

/** From the payment step to the confirmation page. */
export const payWith = async (visitor: Visitor, number?: string): Promise<void> => {
  await fillCard(visitor, number);
  await visitor.clickTo('payment.submit', 'purchase.confirm');
};

/** Goes to the confirmation page. */
export const toConfirm = async (visitor: Visitor): Promise<void> => {
  await toPayment(visitor);
  await payWith(visitor);
};

/** The whole purchase. */
export const toComplete = async (visitor: Visitor): Promise<void> => {
  await toConfirm(visitor);
  await submitCheckout(visitor);
};
