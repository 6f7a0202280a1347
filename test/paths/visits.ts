import { type Case, enabled, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import { actorAt, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { createActor, type InspectionEvent } from 'xstate';
import { machines } from '#machines/index.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { Failure, failureOf } from '#src/domain/failures.ts';
import { restoreApp, welcomeBack } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { page } from './plan-rows.ts';
import { planOf } from './plans.ts';
import { type Running, seenIn, type Waiting, type WalkStep } from './properties/seen.ts';
import type { Charts } from './shortcut.ts';

/**
 * Visits that no plan contains: any event that the charts accept, any answer, lost or late, leaving and coming back, and reloads,
 * on the bare charts.
 */

/** An event that can happen next; running it returns the step as the properties see it. */
export type Happening = { readonly name: string; readonly run: () => WalkStep };

/** The planned variants of a response; without a plan it has no content. */
const rowsFor = ({ snapshot }: Running, type: string): readonly Case[] => {
  const rows = planOf(snapshot.machine.id).cases?.[type];
  return rowsOf(rows ?? (type.startsWith('xstate.done.') ? [{ output: undefined }] : []), snapshot);
};

const lost = new Failure({ code: 'connection_error', unknown: true });
const inFlight = new Failure({ code: 'in_flight', unknown: true });

/** Pages to which a visitor goes and from which they come back. */
const pages = [
  page('order'),
  page('sign-in'),
  page('payment'),
  page('confirm'),
  page('terms'),
  page('mail-confirm', { token: 'mail-1' }),
  page('payment-callback', { r: 'return-1' }),
  ...(['share', 'send', 'revoke', 'changedate'] as const).map((screen) => page(screen, {}, { token: 'ticket-1' })),
  page('reservation-inquiry'),
  page('mail-release', {}, { token: 'magazine-1' }),
];

/** A visit; `app` and `simulated` are replaced by a reload. */
export type Visit = Pick<Charts, 'app' | 'simulated'> & { readonly inspect: (event: InspectionEvent) => void };

const answersOf = (visit: Visit, running: readonly Running[], { path, input, isClock }: Waiting): Happening[] => {
  const actor = path.split('/').slice(0, -1);
  const id = path.split('/').at(-1) ?? '';
  const parent = running.find((one) => one.path === actor.join('/'));
  if (!parent) return [];
  const step = (kind: 'done' | 'error', row: Case): Happening => ({
    name: `${path} ${kind} ${JSON.stringify(row).slice(0, 60)}`,
    run: () => {
      const event = { ...row, type: `xstate.${kind}.actor.${id}` };
      visit.simulated.answer(actor, event);
      return { actor, event };
    },
  });
  if (isClock) return [step('done', { output: 0 })];
  const done = rowsFor(parent, `xstate.done.actor.${id}`);
  const refusals = rowsFor(parent, `xstate.error.actor.${id}`).filter(({ error }) => !failureOf(error).unknown);
  const isWrite = 'key' in input;
  return [
    ...done.map((row) => step('done', row)),
    ...refusals.map((row) => step('error', row)),
    // Each as likely as all definite answers together.
    ...Array.from({ length: 1 + done.length + refusals.length }, (_, index) =>
      step('error', { error: isWrite && index % 3 === 0 ? inFlight : lost }),
    ),
  ];
};

const eventsOf = (visit: Visit, { path, snapshot }: Running): Happening[] =>
  enabled(planOf(snapshot.machine.id), { snapshot, ended: new Set() })
    .filter((event) => !/^(xstate\.|failure\.|page\.requested\.)/.test(event.type) && snapshot.can(event))
    .map((event) => ({
      name: `${path} ${event.type}`,
      run: () => {
        actorAt(visit.app, path.split('/'))?.send(event);
        return { actor: path.split('/'), event };
      },
    }));

const requestsOf = ({ app }: Visit): Happening[] =>
  pages.map((requested) => ({
    name: `page ${requested.screen}`,
    run: () => {
      const event = pageRequested(requested.screen, requested.params, requested.query);
      app.send(event);
      return { actor: ['app'], event };
    },
  }));

/** The page is loaded again and restored from storage. */
const reload = (visit: Visit): Happening => ({
  name: 'reload',
  run: () => {
    const { context } = visit.app.getSnapshot();
    const input = { site: context.site, lang: context.lang };
    mirrorStorage(visit.app, machines.app, input, 'a-shape')();
    visit.app.stop();
    const { machine, simulated } = simulateActors(machines.app);
    const options = { input, inspect: visit.inspect };
    const restored = restoreApp(machine, options, 'a-shape', Date.now());
    const app = restored ?? createActor(machine, options);
    app.start();
    if (restored) welcomeBack(restored, context.lang);
    Object.assign(visit, { app, simulated });
    return { actor: ['app'], event: { type: 'page.restored' } };
  },
});

/** Everything that can happen now, by kind. */
export const happenings = (visit: Visit): readonly (readonly Happening[])[] => {
  const { running, waiting } = seenIn(visit.app, visit.simulated);
  return [
    waiting.flatMap((one) => answersOf(visit, running, one)),
    running.flatMap((one) => eventsOf(visit, one)),
    running.filter(({ path }) => path !== 'app').flatMap((one) => eventsOf(visit, one)),
    requestsOf(visit),
    [reload(visit)],
  ].filter((row) => row.length > 0);
};
