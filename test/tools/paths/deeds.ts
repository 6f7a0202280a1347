import { problems } from '#server/http/problem.ts';
import { contract } from '#src/api/contract/index.ts';
import { type FailureCode, failures } from '#src/domain/failures.ts';
import { isRecord } from './told.ts';

/** What a hand does: its name in `hands.ts`, and its words. Printed into a file, or done. */
export type Deed = readonly [hand: string, ...words: string[]];

const word = (data: unknown, name: string): string => String(isRecord(data) ? (data[name] ?? '') : '');
const part = (data: unknown, name: string): unknown => (isRecord(data) ? data[name] : undefined);
const filled = (fields: unknown): Deed[] =>
  Object.entries(isRecord(fields) ? fields : {})
    .filter(([, typed]) => typed !== '')
    .map(([name, typed]) => ['fill', name, String(typed)]);

/** What is chosen by a key of the server's is chosen as it comes: a running shop sells something else than the plans do. */
const deeds: Readonly<Record<string, (data: unknown, event: string) => readonly Deed[]>> = {
  'day.choose': () => [['chooseDay']],
  'timespan.choose': () => [['chooseTime']],
  'month.show': () => [['nextMonth']],
  'option.set': (_, event) => [['addOne', event]],
  'setproduct.set': (_, event) => [['addOne', event]],
  'draft.kept': (data) => filled(part(data, 'fields')),
  'customer.submit': (data, event) => {
    const customer = part(data, 'customer');
    return [...filled(customer), ['fillIfThere', 'email_confirm', word(customer, 'email')], ['press', event]];
  },
  'step.change': (data, event) => [['press', event, word(data, 'to')]],
  'method.choose': (data, event) => [['press', event, word(data, 'method')]],
  'way.choose': (data, event) => [['press', event, word(data, 'way')]],
  'coupon.apply': (data, event) => [
    ['fill', 'coupon', word(data, 'code')],
    ['press', event],
  ],
  'inquiry.submit': (data, event) => [...filled(data), ['press', event]],
  'links.send': (data, event) => [...filled(data), ['press', event]],
  'send.check': (data, event) => [...filled(data), ['press', event]],
  'order.cancel': (_, event) => [
    ['press', event],
    ['press', 'dialog.ok'],
  ],
  'language.choose': (data) => [['speak', word(data, 'lang')]],
};

/** In: a visitor's event and what it says. Out: how it is done, by visible controls. */
export const deedsOf = (event: string, data: unknown): readonly Deed[] =>
  deeds[event]?.(data, event) ?? [['press', event]];

/** The call by which an actor asks, where it is one. What others wait for (a form, a time) happens by itself. */
const calls: Readonly<Record<string, keyof typeof contract>> = {
  ...{ openShop: 'getProducts', search: 'searchProducts', checkStock: 'getOrderableStocks' },
  ...{ searchSets: 'searchSetProducts', placeOrder: 'createOrder', putCustomer: 'putOrder', readOrder: 'getOrder' },
  ...{ sendOrderMail: 'createOrderMail', resendOrderMail: 'createOrderMail', cancelOrder: 'deleteOrder' },
  ...{ extendHold: 'extendOrder', lookAtOrder: 'getOrder', applyCoupon: 'createOrderCoupon' },
  ...{ removeCoupon: 'deleteOrderCoupon', postCheckout: 'checkout', confirmPayment: 'confirmCheckout' },
  ...{ askOutcome: 'getReturn', readTicket: 'getTicket', readReceipt: 'getReceipt', readShared: 'getSharedTicket' },
  ...{ shareTicket: 'shareTicket', stopSharing: 'stopSharing', changeDate: 'changeDate', readToday: 'getToday' },
  ...{ findReservation: 'getReservation', sendLinks: 'createReservationMail' },
  ...{ readMagazine: 'getMailMagazine', stopMagazine: 'putMailMagazine' },
};

const isCode = (code: unknown): code is FailureCode => typeof code === 'string' && code in failures;

/** In: an actor, and the code it fails with. Out: how that is brought about; undefined where it is no call that fails. */
export const faultOf = (actor: string, code: unknown): Deed | undefined => {
  const name = calls[actor];
  if (name === undefined) return undefined;
  const known = isCode(code) ? code : 'connection_error';
  const { method, path } = contract[name];
  return ['failing', method, path, known, String(problems[known][0])];
};
