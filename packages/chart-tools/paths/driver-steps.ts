import { problems } from 'ticket-store/server/shared/problem.ts';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { type FailureCode, failures } from 'ticket-store/src/domain/failures.ts';
import { isRecord } from './describe-walk.ts';

/** A step in a browser: a function's name in `hands.ts` and its arguments. Printed into a file, or executed. */
export type DriverStep = readonly [method: string, ...args: string[]];

const textOf = (data: unknown, name: string): string => String(isRecord(data) ? (data[name] ?? '') : '');
const part = (data: unknown, name: string): unknown => (isRecord(data) ? data[name] : undefined);
const filled = (fields: unknown): DriverStep[] =>
  Object.entries(isRecord(fields) ? fields : {})
    .filter(([, typed]) => typed !== '')
    .map(([name, typed]) => ['fill', name, String(typed)]);

/** Items with server-generated keys are chosen by position, since a running shop sells other things than the plans. */
const steps: Readonly<Record<string, (data: unknown, event: string) => readonly DriverStep[]>> = {
  'day.choose': () => [['chooseDay']],
  'timespan.choose': () => [['chooseTime']],
  'month.show': () => [['nextMonth']],
  'option.set': (_, event) => [['addOne', event]],
  'setproduct.set': (_, event) => [['addOne', event]],
  'draft.kept': (data) => filled(part(data, 'fields')),
  'customer.submit': (data, event) => {
    const customer = part(data, 'customer');
    const again: DriverStep = ['fillIfThere', 'email_confirm', textOf(customer, 'email')];
    return [...filled(customer), again, ['chooseRequired'], ['click', event]];
  },
  'step.change': (data, event) => [['click', event, textOf(data, 'to')]],
  'method.choose': (data, event) => [['click', event, textOf(data, 'method')]],
  'way.choose': (data, event) => [['click', event, textOf(data, 'way')]],
  'coupon.apply': (data, event) => [
    ['fill', 'coupon', textOf(data, 'code')],
    ['click', event],
  ],
  'inquiry.submit': (data, event) => [...filled(data), ['click', event]],
  'links.send': (data, event) => [...filled(data), ['click', event]],
  'send.check': (data, event) => [...filled(data), ['click', event]],
  'order.cancel': (_, event) => [
    ['click', event],
    ['click', 'dialog.ok'],
  ],
  'language.choose': (data) => [['speak', textOf(data, 'lang')]],
};

/** How a visitor's event is caused by visible controls. */
export const driverStepsOf = (event: string, data: unknown): readonly DriverStep[] =>
  steps[event]?.(data, event) ?? [['click', event]];

/** The API call that an actor makes, if any. Other actors (a form, a timer) end by themselves. */
const calls: Readonly<Record<string, keyof typeof contract>> = {
  ...{ openShop: 'getProducts', search: 'searchProducts', checkStock: 'getOrderableStocks' },
  ...{ searchSets: 'searchSetProducts', placeOrder: 'createOrder', putCustomer: 'putOrder', readOrder: 'getOrder' },
  ...{ sendOrderMail: 'createOrderMail', resendOrderMail: 'createOrderMail', cancelOrder: 'deleteOrder' },
  ...{ extendHold: 'extendOrder', lookAtOrder: 'getOrder', applyCoupon: 'createOrderCoupon' },
  ...{ removeCoupon: 'deleteOrderCoupon', postCheckout: 'checkout', confirmPayment: 'confirmCheckout' },
  ...{ queryOutcome: 'getReturn', readTicket: 'getTicket', readReceipt: 'getReceipt', readShared: 'getSharedTicket' },
  ...{ shareTicket: 'shareTicket', stopSharing: 'stopSharing', changeDate: 'changeDate', readToday: 'getToday' },
  ...{ findReservation: 'getReservation', sendLinks: 'createReservationMail' },
  ...{ readMagazine: 'getMailMagazine', stopMagazine: 'putMailMagazine', resumeMagazine: 'putMailMagazine' },
};

const isCode = (code: unknown): code is FailureCode => typeof code === 'string' && code in failures;

/** How to make an actor fail with this code; undefined if it makes no call. */
export const faultOf = (actor: string, code: unknown): DriverStep | undefined => {
  const name = calls[actor];
  if (name === undefined) return undefined;
  const known = isCode(code) ? code : 'connection_error';
  const { method, path } = contract[name];
  return ['failing', method, path, known, String(problems[known][0])];
};
