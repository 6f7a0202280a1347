import {
  type Cases,
  type Fits,
  looksAt,
  type Plan,
  type Plans,
  rowsOf,
} from '@ticket-store/chart-tools/explore/plan.ts';
import type { Situation } from '@ticket-store/chart-tools/mutants/judge.ts';
import type { AnyMachineSnapshot } from 'xstate';
import type { MachineName } from '#machines/index.ts';
import { completion, connectionLost, customer, fails, notice, orderReply, question, spring } from '../answers.ts';
import { by, customerOf, pageCases, sites } from '../plan-rows.ts';
import { plans } from '../plans.ts';
import { screenPlans } from '../screen-plans.ts';
import { widePlans } from '../wide-plans.ts';
import { orderOfMutants } from './order.ts';

/** How the walks of faulty charts are planned: more payloads than the lanes have, and fewer situations of other charts. */

const actors: Partial<Record<MachineName, readonly string[]>> = {
  app: ['app'],
  purchase: ['app', 'purchase'],
  order: ['app', 'purchase', 'order'],
  queue: ['app', 'purchase', 'order', 'queue'],
  checkout: ['app', 'purchase', 'checkout'],
  hold: ['app', 'purchase', 'hold'],
  payment: ['app', 'purchase', 'payment'],
  coupon: ['app', 'purchase', 'payment', 'coupon'],
  correction: ['app', 'purchase', 'correction'],
  'change-date': ['app', 'changedate'],
};
export const actorOf = (chart: MachineName): readonly string[] => actors[chart] ?? ['app', chart];

/** Facts that the steps of a purchase depend on, without those that only its pages show. */
const stepsOfPurchase = by('purchase', (c) => [
  [c.site.mailConfirm, c.site.onlyMail, c.changing],
  [c.order !== null, c.order?.price, c.order?.status === 'expired', customerOf(c)],
  [c.payment !== null, c.completion !== null, c.isRepricing],
  c.agreed && c.agreed.price === c.order?.price,
  [c.sentTo !== null, c.mailToken !== null, c.r !== null],
]);

/** Facts that a reopened page depends on. */
const whereItMatters = (snapshot: AnyMachineSnapshot): string =>
  snapshot.matches('payment') || snapshot.matches('order')
    ? by('purchase', (c) => [c.payment !== null && !c.isRepricing, c.changing])(snapshot)
    : '';

const keyOf = ({ key, reads = [] }: Plan, snapshot: AnyMachineSnapshot): string =>
  key?.(snapshot) ?? reads.map((name) => JSON.stringify(snapshot.context[name])).join(' ');

/** Whether a failure is shown, and an attempt remembered, makes another situation. */
const finer = (plan: Plan): Plan => ({
  ...plan,
  key: (snapshot) => {
    const { failure, attempt } = snapshot.context;
    return keyOf(plan, snapshot) + JSON.stringify([failure?.code, (attempt ?? null) !== null]);
  },
});

/** Requests whose failures the plans already list as far as they differ. */
const complete = /search|recall|forget|Challenge|takeToken|queryOutcome|lookAt|readOrder$/i;

/** Every request may also lose its answer, or be refused for now. */
const withMoreFailures = (plan: Plan): Plan => ({
  ...plan,
  cases: Object.fromEntries(
    Object.entries(plan.cases ?? {}).map(([type, cases]): [string, Cases] => {
      const isMore = type.startsWith('xstate.error.') && !complete.test(type);
      const more: Cases = (snapshot) => [...rowsOf(cases, snapshot), connectionLost, ...fails('rate_limited')];
      return [type, isMore ? more : cases];
    }),
  ),
});

const toast = (text: string) => ({ to: 'toast', event: { type: 'toast.show', toast: { text } } });
const few = ({ context }: AnyMachineSnapshot): boolean => context.queue.length < 2;
const queues: Partial<Record<MachineName, Record<string, Cases>>> = {
  toast: {
    'toast.show': (snapshot) => [
      { toast: { text: '' } },
      ...(few(snapshot) ? [{ toast: { text: `${snapshot.context.queue.length}` } }] : []),
    ],
  },
  dialog: {
    'dialog.ask': (snapshot) => [
      { dialog: { ...notice(1), okAction: toast('ok'), onClose: toast('closed') } },
      ...(few(snapshot) ? [{ dialog: { ...question(2), onClose: toast('two closed') } }] : []),
    ],
  },
};

/** Replies that differ from the chart's initial values, so that losing them shows. */
const { order: counted } = orderReply({ customer_info: customer }).output;
const richer: Partial<Record<MachineName, Record<string, Cases>>> = {
  ...queues,
  payment: widePlans.payment.cases,
  'change-date': widePlans['change-date'].cases,
  checkout: {
    ...widePlans.checkout.cases,
    'xstate.done.actor.postCheckout': [
      { output: { status: 'paid', completion } },
      { output: { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' } },
      { output: { status: 'redirect', url: 'https://pay.example/', method: 'POST', fields: { id: '1' } } },
      { output: { status: 'checking', retry_after: 7 } },
    ],
    'xstate.error.actor.showChallenge': fails('payment_api_failure', 'script_blocked'),
    'xstate.done.actor.confirmPayment': [
      { output: { status: 'paid', completion } },
      { output: { status: 'requires_action', payment_intent_id: 'pi_2', client_secret: 'other' } },
      { output: { status: 'checking', retry_after: 7 } },
    ],
  },
  coupon: {
    'xstate.done.actor.rereadOrder': [
      { output: { order: { ...counted, coupon: spring }, at: 0 } },
      { output: { order: { ...counted, price: 1500 }, at: 0 } },
    ],
    'xstate.error.actor.rereadOrder': fails('connection_error', 'request_error', 'session_timeout'),
    'xstate.error.actor.readAgain': fails('connection_error', 'token_not_found', 'session_timeout'),
  },
  hold: {
    'xstate.error.actor.retakeHold': [...fails('session_timeout', 'order_closed'), connectionLost],
    'xstate.error.actor.lookAtOrder': [...fails('token_not_found', 'order_closed'), connectionLost],
  },
};

/** A purchase is over before other pages are opened. */
const isComplete: Fits = ({ context }) => context.completion !== null;
const looksOfApp: NonNullable<Plan['looks']> = {
  ...plans.app.looks,
  purchase: (snapshot) => [
    ...looksAt(screenPlans.app ?? {}, 'purchase', snapshot),
    ...(snapshot.matches('purchase') ? [isComplete] : []),
  ],
};

/** The app as far as a chart depends on it: its pages only where it is one of them. */
const appFor = (chart: MachineName, isBuying: boolean): Plan => {
  const { inputs = [], ...plan } = plans.app;
  // Whether a mail confirms an address is nothing to the app.
  if (chart === 'app') {
    const { maxSteps: _, ...own } = screenPlans.app ?? {};
    return { ...own, looks: looksOfApp, inputs: [sites[0], sites[2]].map((site) => ({ site, lang: 'ja' })) };
  }
  const some = chart === 'purchase' ? inputs : [{ site: sites[0], lang: 'ja' }];
  return { ...plan, inputs: some, looks: {}, ...(isBuying && { cases: pageCases('app', () => []) }) };
};

/** The situation in which the faults of a chart are judged. */
export const situationOf = (chart: MachineName): Situation => {
  const actor = actorOf(chart);
  const isBuying = actor[1] === 'purchase';
  const isLarge = ['app', 'purchase', 'order'].includes(chart);
  const all: Plans = {
    ...plans,
    app: appFor(chart, isBuying),
    purchase: {
      ...plans.purchase,
      key: stepsOfPurchase,
      aspect: whereItMatters,
    },
  };
  const { cases, ...plan } = chart === 'order' ? orderOfMutants : { cases: richer[chart] };
  const base: Plan = { ...all[chart], ...plan, cases: { ...all[chart]?.cases, ...cases } };
  const own = withMoreFailures(isLarge ? base : finer(base));
  return { plans: { ...all, [chart]: own }, actor, ends: new Map() };
};
