import { expect } from 'vitest';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { chartData, data, dataBefore, on, payload, purchase, purchaseBefore, type Rule } from './rule.ts';

/** Input stays; personal data and tokens go with their order (docs/product.md#stored-data). */

const harmless = [
  'step.back step.change mail.correct mail.resend language.choose hold.extend',
  'page.requested page.restored dialog.cancel dialog.dismiss toast.show coupon.apply',
  'coupon.remove checkout.submit checkout.ask',
].flatMap((row) => row.split(' '));
/** Data that a visitor would have to choose or type again. */
const precious = ['choice', 'customer', 'drafts', 'fields', 'parts', 'transfer', 'token', 'method', 'payment', 'way'];

const pick = (context: object): Fields =>
  Object.fromEntries(Object.entries(context).filter(([name]) => precious.includes(name)));

/** Leaving a field, as a click elsewhere does, keeps what was typed in its form: one draft may grow, none loses anything. */
const expectSame = (now: object, old: object, { event }: Moment): void => {
  const { drafts = {}, fields = {}, ...rest } = pick(now);
  const { drafts: known = {}, fields: oldFields = {}, ...oldRest } = pick(old);
  // A code is typed to be applied.
  const { coupon, ...others } = fieldsOf(known);
  const oldDrafts = event.type === 'coupon.apply' ? others : { ...others, ...(coupon !== undefined && { coupon }) };
  expect(rest).toEqual(oldRest);
  expect({ drafts, fields }).toMatchObject({ drafts: oldDrafts, fields: oldFields });
  const grown = Object.entries({ ...fieldsOf(drafts), fields }).filter(
    ([form, typed]) => JSON.stringify(typed) !== JSON.stringify({ ...fieldsOf(oldDrafts), fields: oldFields }[form]),
  );
  expect(grown.length, 'forms whose input grew').toBeLessThan(2);
};
/** Requests whose lost reply may change what is kept: the payment is looked up, or the order is read for what it has. */
const decisive = ['postCheckout', 'confirmPayment', 'queryOutcome', 'readOrder', 'cancelOrder'];
/** Events that only show something else, and a connection that is lost. */
const isHarmless = ({ event, answer }: Moment): boolean =>
  harmless.includes(event.type) || (answer?.failure?.code === 'connection_error' && !decisive.includes(answer.call));

export const inputRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#input',
    sentence: 'a visitor who only looks elsewhere, or loses the connection, loses nothing that was chosen or typed',
    when: (moment) => isHarmless(moment) && purchaseBefore(moment)?.completion === null,
    must: (moment) => expectSame(purchase(moment) ?? {}, purchaseBefore(moment) ?? {}, moment),
  },
  {
    docs: 'docs/charts.md#input',
    sentence: 'a visitor who only looks elsewhere, or loses the connection, loses nothing of the page on screen',
    when: (moment) =>
      isHarmless(moment) &&
      moment.before.shown.instance === moment.now.shown.instance &&
      moment.before.state !== 'purchase.error',
    must: (moment) => {
      const isRequest = moment.event.type === 'page.requested';
      const isOfMail = [moment.before.screen, moment.now.screen].includes('mail-confirm');
      const isAnother = isRequest && (purchaseBefore(moment)?.completion !== null || isOfMail);
      if (!isAnother) expectSame(data(moment), dataBefore(moment), moment);
    },
  },
  {
    docs: 'docs/charts.md#input',
    sentence: 'unsent input stays as it was typed',
    when: on('draft.kept'),
    must: (moment) => {
      const form = String(payload(moment, 'form'));
      const { fields, typed } = data(moment);
      const corrected = chartData(moment.now, 'app/purchase/correction').typed;
      const kept = [fields, typed, corrected, ...Object.values(purchase(moment)?.drafts ?? {})];
      expect(kept).toContainEqual(expect.objectContaining(fieldsOf(payload(moment, 'fields'))));
      const others = Object.entries(purchaseBefore(moment)?.drafts ?? {}).filter(([name]) => name !== form);
      expect(purchase(moment)?.drafts).toMatchObject(Object.fromEntries(others));
    },
  },
  {
    docs: 'docs/charts.md#composition',
    sentence: 'a page around the purchase never costs a purchase in progress',
    when: on(
      'page.requested',
      ({ event, actor }) => actor.length === 1 && !purchaseScreens.some((one) => one === fieldsOf(event).screen),
    ),
    must: (moment) => expect(purchase(moment)).toEqual(purchaseBefore(moment)),
  },
];
