import { createCoverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { type Case, enabled, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import { actorAt, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { createActor, type InspectionEvent } from 'xstate';
import { machines } from '#machines/index.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { Failure, failureOf } from '#src/domain/failures.ts';
import { restoreApp, welcomeBack } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { randomly } from '#test/tools/sample.ts';
import { impossible } from './impossible.ts';
import { page } from './plan-rows.ts';
import { planOf } from './plans.ts';
import { type Running, seenIn, type Waiting, type WalkStep } from './properties/seen.ts';
import { watchWrites } from './properties/writes.ts';
import { type Charts, openCharts } from './shortcut.ts';
import { writes } from './writes.ts';

/**
 * Visits that no plan contains: any event that the charts accept, any answer, lost or late, leaving and coming back, and reloads,
 * on the bare charts.
 */

/** An event that can happen next; running it returns the step as the properties see it. */
type Happening = { readonly name: string; readonly run: () => WalkStep };

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
type Visit = Pick<Charts, 'app' | 'simulated'> & { readonly inspect: (event: InspectionEvent) => void };

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
const happenings = (visit: Visit): readonly (readonly Happening[])[] => {
  const { running, waiting } = seenIn(visit.app, visit.simulated);
  return [
    waiting.flatMap((one) => answersOf(visit, running, one)),
    running.flatMap((one) => eventsOf(visit, one)),
    running.filter(({ path }) => path !== 'app').flatMap((one) => eventsOf(visit, one)),
    requestsOf(visit),
    [reload(visit)],
  ].filter((row) => row.length > 0);
};

afterEach(() => sessionStorage.clear());

it('a server that remembers keys never sees one twice for other content, nor a repetition under another key, in any visit', () => {
  const start = fc.constantFrom(...writes);
  const choices = fc.array(fc.nat({ max: 9_999 }), { minLength: 12, maxLength: 40 });
  const sent = new Set<string>();
  const coverage = createCoverage();
  fc.assert(
    fc.property(start, choices, (write, numbers) => {
      sessionStorage.clear();
      const charts = openCharts({ site: write.site, inspect: coverage.inspect });
      write.reach(charts);
      const watch = watchWrites(seenIn(charts.app, charts.simulated));
      write.send(charts);
      const visit: Visit = { ...charts, inspect: coverage.inspect };
      const look = (did: WalkStep): void => {
        const now = seenIn(visit.app, visit.simulated);
        for (const { path, input } of now.waiting) if ('key' in input) sent.add(path);
        watch(did, now);
      };
      look({ actor: ['app'], event: { type: 'sent' } });
      const walked: string[] = [`${write.call} was sent`];
      for (const number of numbers) {
        const kinds = happenings(visit);
        const kind = kinds[number % kinds.length] ?? [];
        const happening = kind[Math.floor(number / kinds.length) % kind.length];
        if (!happening) break;
        walked.push(happening.name);
        const did = happening.run();
        try {
          look(did);
        } catch (cause) {
          throw new Error(`${cause instanceof Error ? cause.message : cause}\n  ${walked.join('\n  ')}`, { cause });
        }
      }
      visit.app.stop();
    }),
    randomly('visits', 600, 30),
  );
  expect(sent.size).toBeGreaterThan(5);
  const { crossings } = coverage.results();
  const taken = impossible.flatMap(({ machine, crossing }) => crossings[machine]?.filter((one) => crossing.test(one)));
  expect(taken, 'state × arrow that was held to be impossible').toEqual([]);
});
