import { machines } from 'ticket-store/machines/index.ts';
import { onScreen } from 'ticket-store/machines/shared/on-screen.ts';
import { problems } from 'ticket-store/server/shared/problem.ts';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { type FailureCode, failures } from 'ticket-store/src/domain/failures.ts';
import { addressIn } from 'ticket-store/test/paths/event-address.ts';
import { createActor } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import { drive } from '../explore/drive.ts';
import { simulateActors } from '../explore/simulated.ts';
import { isRecord, type StepDescription, type WalkDescription } from './describe-walk.ts';

/** A step in the browser: a function of the driver (`test/browser/kit/planned-driver.ts`) and its arguments. */
export type DriverStep = readonly [method: string, ...args: string[]];

const textOf = (data: unknown, name: string): string => String(isRecord(data) ? (data[name] ?? '') : '');
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
  'draft.kept': (data) => filled(isRecord(data) ? data.fields : undefined),
  'customer.submit': (data, event) => {
    const customer = isRecord(data) ? data.customer : undefined;
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
  'language.choose': (data) => [['chooseLanguage', textOf(data, 'lang')]],
};

/** The API call that an actor makes, if any. Other actors (a form, a timer) end by themselves. */
const calls: Readonly<Record<string, keyof typeof contract>> = {
  ...{ openShop: 'getProducts', search: 'searchProducts', checkStock: 'getOrderableStocks' },
  ...{ searchSets: 'searchSetProducts', placeOrder: 'createOrder', putCustomer: 'putOrder', readOrder: 'getOrder' },
  ...{ sendOrderMail: 'createOrderMail', resendOrderMail: 'createOrderMail', cancelOrder: 'deleteOrder' },
  ...{ extendHold: 'extendOrder', lookAtOrder: 'getOrder', changeCoupon: 'createOrderCoupon' },
  reclaimOrder: 'createOrder',
  ...{ postCheckout: 'checkout', confirmPayment: 'confirmCheckout' },
  ...{ queryOutcome: 'getReturn', readTicket: 'getTicket', readReceipt: 'getReceipt' },
  ...{ shareTicket: 'shareTicket', stopSharing: 'stopSharing', changeDate: 'changeDate', readToday: 'getToday' },
  ...{ findReservation: 'getReservation', sendLinks: 'createReservationMail' },
  ...{ readMagazine: 'getMailMagazine', stopMagazine: 'putMailMagazine', resumeMagazine: 'putMailMagazine' },
};

const isCode = (code: unknown): code is FailureCode => typeof code === 'string' && code in failures;

/** Makes the call of an actor fail with a code, after an act; null if it makes no call. */
const faultOf = (actor: string, code: unknown, act: string): DriverStep | null => {
  const name = act === 'coupon.remove' && actor === 'changeCoupon' ? 'deleteOrderCoupon' : calls[actor];
  if (name === undefined) return null;
  const known = isCode(code) ? code : 'connection_error';
  return ['failing', contract[name].method, contract[name].path, known, String(problems[known][0])];
};

/** Addresses of the plans with names that no running shop knows. */
const sampleName = /(?:mail|ticket|return|share|magazine)-1/;

/** Replies that an unmodified shop gives to an ordinary visitor, by actor. */
const ordinary: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => boolean>> = {
  search: () => true,
  checkStock: ({ remaining }) => remaining !== 0,
  searchSets: () => true,
  placeOrder: ({ order }) => isRecord(order) && order.price === 2000,
  putCustomer: () => true,
  takeToken: () => true,
  postCheckout: ({ status }) => status === 'paid',
  cancelOrder: () => true,
};

const isExternal = (step: StepDescription | undefined): boolean =>
  step === undefined || step.cause === 'visitor' || step.cause === 'world';
const actorOf = ({ event }: StepDescription): string => /\((.*)\)/.exec(event)?.[1] ?? '';

/** The page's `data-state` before a journey and after each step; null while a response is pending. */
const statesOf = async (journey: Journey): Promise<(string | null)[]> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  const seen = () => {
    const { actor, state } = onScreen(app);
    return actor.getSnapshot().hasTag('pending') ? null : state;
  };
  const states = [seen()];
  await drive(journey, { app, simulated, look: () => states.push(seen()) });
  app.stop();
  return states;
};

/** The sandbox card with which the next payment ends as in the walk. */
const cardFor = (replies: readonly StepDescription[]): string => {
  const next = replies.find((step) => actorOf(step) === 'postCheckout');
  if (next?.cause === 'failure' && next.data === 'payment_api_failure') return '4000000000000002';
  const status = isRecord(next?.data) ? next.data.status : undefined;
  return status === 'requires_action' ? '4000002760003184' : '4242424242424242';
};

/** Whether this end of an actor happens in an unmodified shop. */
const isOrdinary = (step: StepDescription): boolean =>
  ordinary[actorOf(step)]?.(isRecord(step.data) ? step.data : {}) ?? false;

/** The steps that cause an act of the visitor or the world, before its `replies`; null if nothing in the page causes it. */
const actOf = (
  { cause, event, data }: StepDescription,
  planned: Journey['steps'][number],
  replies: readonly StepDescription[],
  later: readonly StepDescription[],
): readonly DriverStep[] | null => {
  if (cause === 'visitor') {
    const act = steps[event]?.(data, event) ?? [['click', event]];
    const isPaid =
      event === 'payment.submit' && replies.some((one) => one.cause === 'answer' && actorOf(one) === 'takeToken');
    return isPaid ? [['fillCard', cardFor(later)], ...act] : act;
  }
  if (!event.startsWith('page.requested.') || sampleName.test(addressIn(planned.event))) return null;
  return [['type', `#${addressIn(planned.event)}`]];
};

/**
 * A planned walk as steps in front of a running shop, which gives the replies itself, apart from failures: these are prepared before
 * the act that causes the call. Null for a walk with a reply, an address or an event that such a shop does not have by itself, and for
 * one that ends in a passing state.
 */
export const plannedSteps = async (
  journey: Journey,
  { steps: described }: WalkDescription,
): Promise<readonly DriverStep[] | null> => {
  const states = await statesOf(journey);
  const lines: (readonly DriverStep[] | null)[] = journey.steps.map((planned, at) => {
    const step = described[at];
    if (!step || step.cause === 'child' || step.cause === 'failure') return [];
    if (step.cause === 'answer') return isOrdinary(step) ? [] : null;
    const later = described.slice(at + 1);
    const end = later.findIndex(isExternal);
    const replies = end < 0 ? later : later.slice(0, end);
    const failing = replies.filter((one) => one.cause === 'failure' && actorOf(one) !== 'takeToken');
    const faults = failing.map((one) => faultOf(actorOf(one), one.data, step.event));
    const act = actOf(step, planned, replies, later);
    return act && faults.every((fault) => fault !== null) ? [...faults, ...act] : null;
  });
  // Only before a visitor or the world acts; states in between are the charts' own.
  const checks = states.map((state, at) => (state && isExternal(described[at]) ? [['at', state] as const] : []));
  if (checks.at(-1)?.length !== 1) return null;
  const whole: DriverStep[] = [...(checks[0] ?? [])];
  for (const [at, line] of lines.entries()) {
    if (line === null) return null;
    whole.push(...line, ...(checks[at + 1] ?? []));
  }
  return whole;
};
