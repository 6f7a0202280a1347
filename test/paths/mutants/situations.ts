import type { AnyMachineSnapshot } from 'xstate';
import type { MachineName } from '#machines/index.ts';
import type { Case, Cases, Plan, Plans } from '#test/tools/explore/plan.ts';
import type { Situation } from '#test/tools/mutants/judge.ts';
import { connectionLost, fails, notice, question } from '../answers.ts';
import { by, pageCases, sites } from '../plan-rows.ts';
import { plans } from '../plans.ts';

/** How the walks of faulty charts are planned: more payloads than the lanes have, and fewer situations of other charts. */

const actors: Partial<Record<MachineName, readonly string[]>> = {
  app: ['app'],
  purchase: ['app', 'purchase'],
  order: ['app', 'purchase', 'order'],
  checkout: ['app', 'purchase', 'checkout'],
  hold: ['app', 'purchase', 'hold'],
  payment: ['app', 'purchase', 'payment'],
  coupon: ['app', 'purchase', 'payment', 'coupon'],
  'change-date': ['app', 'changedate'],
};
export const actorOf = (chart: MachineName): readonly string[] => actors[chart] ?? ['app', chart];

/** What the steps of a purchase depend on, without what only its pages show. */
const stepsOfPurchase = by('purchase', (c) => [
  [c.site.mailConfirm, c.site.onlyMail, c.changing],
  [c.order !== null, c.order?.price, c.order?.status === 'expired'],
  [c.payment !== null, c.completion !== null, c.isRepricing],
  [c.sentTo !== null, c.mailToken !== null, c.r !== null],
]);

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

const rowsOf = (cases: Cases | undefined, snapshot: AnyMachineSnapshot): readonly Case[] =>
  typeof cases === 'function' ? cases(snapshot) : (cases ?? []);

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
const queues: Readonly<Record<string, Record<string, Cases>>> = {
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

/** The app as far as a chart depends on it: its pages only where it is one of them. */
const appFor = (chart: MachineName, isBuying: boolean): Plan => {
  const { inputs = [], ...plan } = plans.app;
  if (chart === 'app') return plans.app;
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
    purchase: { ...plans.purchase, key: stepsOfPurchase },
  };
  const own = withMoreFailures(isLarge ? (all[chart] ?? {}) : finer(all[chart] ?? {}));
  const cases = { ...own.cases, ...queues[chart] };
  return { plans: { ...all, [chart]: { ...own, cases } }, actor, ends: new Map() };
};
