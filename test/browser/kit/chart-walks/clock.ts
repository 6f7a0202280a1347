import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { chartOf, findState } from './mirror.ts';
import { type ReportLog, stateOf } from './reports.ts';

/** Timers of this length (ms) and more are controlled by the walk, so that the machine's speed has no effect. */
const long = 500;

/**
 * Runs in the page before the shop: sets its clock `ahead` milliseconds, and holds timers from `long` on until `walkAdvance`
 * advances time, also across reloads. Must not refer to anything outside itself.
 */
const hold = ({ ahead, from, origin }: { ahead: number; from: number; origin: string }) => {
  if (location.origin !== origin || window !== window.top) return;
  const key = 'walk:ahead';
  let offset = Number(sessionStorage.getItem(key) ?? ahead);
  const real = Date;
  const now = () => real.now() + offset;
  globalThis.Date = new Proxy(real, {
    construct: (of, args) => Reflect.construct(of, args.length > 0 ? args : [now()]),
    apply: () => new real(now()).toString(),
    get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
  });
  const waiting = new Map<number, { due: number; run: () => void }>();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  let last = 1_000_000_000;
  const setTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms < from) return set(run, ms, ...args);
    last += 1;
    waiting.set(last, { due: now() + ms, run: () => run(...args) });
    return last;
  };
  const clearTimeout = (id: number) => (waiting.delete(id) ? undefined : clear(id));
  const walkAdvance = (ms: number) => {
    offset += ms;
    sessionStorage.setItem(key, String(offset));
    const due = [...waiting].filter(([, one]) => one.due <= now()).toSorted(([, a], [, b]) => a.due - b.due);
    for (const [id, { run }] of due) if (waiting.delete(id)) run();
  };
  Object.assign(globalThis, { setTimeout, clearTimeout, walkAdvance, walkNow: now });
};

/** Gives a visitor's pages of an origin the walk's clock. */
export const holdTime = (context: BrowserContext, about: { ahead: number; origin: string }): Promise<unknown> =>
  context.addInitScript(hold, { ...about, from: long });

const Wait = v.union([v.object({ until: v.number() }), v.object({ for: v.number() })]);
type Wait = v.InferOutput<typeof Wait>;

/** Advances time in the page by milliseconds or to a moment, plus `late`. */
export const passTime = (page: Page, wait: Wait, late = 0): Promise<void> =>
  page.evaluate(
    ([wanted, more]) => {
      const now = Number(Reflect.apply(Reflect.get(window, 'walkNow'), window, []));
      const ms = 'for' in wanted ? wanted.for : Math.max(0, wanted.until - now);
      Reflect.apply(Reflect.get(window, 'walkAdvance'), window, [ms + more + 1]);
    },
    [wait, late] as const,
  );

/** The event of a chart's timer; undefined if the actor is not a timer. */
export const waitOf = ({ reports }: ReportLog, { actor }: AddressedStep, id: string): Wait | undefined => {
  const state = findState(reports, actor.join('/'));
  if (!state) return undefined;
  const snapshot = chartOf(state.machine).resolveState({ value: stateOf(state.value), context: state.context });
  const nodes: readonly { readonly invoke: readonly { id: string; src: unknown; input?: unknown }[] }[] =
    snapshot._nodes;
  const timer = nodes.flatMap(({ invoke }) => invoke).find((one) => one.id === id && one.src === 'wait');
  if (!timer) return undefined;
  const { input } = timer;
  return v.parse(
    Wait,
    typeof input === 'function' ? Reflect.apply(input, undefined, [{ context: state.context }]) : input,
  );
};
