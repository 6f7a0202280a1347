import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import type { AddressedStep } from '#test/tools/explore/realise.ts';
import { chartOf, standOf } from './mirror.ts';
import { type Book, stateOf } from './told.ts';

/** What happens in half a second or later happens when the walk says so, ms: a slow machine is nothing that a walk plans. */
const long = 500;

/**
 * Runs in the page before the shop does: its clock goes `ahead` milliseconds, and timers from `long` on wait until
 * `groundPass` lets time pass, also over a reload. Nothing of this file may be named inside.
 */
const hold = ({ ahead, from, origin }: { ahead: number; from: number; origin: string }) => {
  if (location.origin !== origin || window !== window.top) return;
  const key = 'ground:ahead';
  let offset = Number(sessionStorage.getItem(key) ?? ahead);
  const real = Date;
  const now = () => real.now() + offset;
  globalThis.Date = new Proxy(real, {
    construct: (of, given) => Reflect.construct(of, given.length > 0 ? given : [now()]),
    apply: () => new real(now()).toString(),
    get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
  });
  const waiting = new Map<number, { due: number; run: () => void }>();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  let last = 1_000_000_000;
  const setTimeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (ms < from) return set(run, ms, ...given);
    last += 1;
    waiting.set(last, { due: now() + ms, run: () => run(...given) });
    return last;
  };
  const clearTimeout = (id: number) => (waiting.delete(id) ? undefined : clear(id));
  const groundPass = (ms: number) => {
    offset += ms;
    sessionStorage.setItem(key, String(offset));
    const due = [...waiting].filter(([, one]) => one.due <= now()).toSorted(([, a], [, b]) => a.due - b.due);
    for (const [id, { run }] of due) if (waiting.delete(id)) run();
  };
  Object.assign(globalThis, { setTimeout, clearTimeout, groundPass, groundNow: now });
};

/** Puts a visitor's pages of an origin on the clock of the walk. */
export const holdTime = (context: BrowserContext, about: { ahead: number; origin: string }): Promise<unknown> =>
  context.addInitScript(hold, { ...about, from: long });

const Wait = v.union([v.object({ until: v.number() }), v.object({ for: v.number() })]);
type Wait = v.InferOutput<typeof Wait>;

/** Lets time pass in the page: so many milliseconds, or until a moment, and how much later. */
export const passTime = (page: Page, wait: Wait, late = 0): Promise<void> =>
  page.evaluate(
    ([wanted, more]) => {
      const now = Number(Reflect.apply(Reflect.get(window, 'groundNow'), window, []));
      const ms = 'for' in wanted ? wanted.for : Math.max(0, wanted.until - now);
      Reflect.apply(Reflect.get(window, 'groundPass'), window, [ms + more + 1]);
    },
    [wait, late] as const,
  );

/** In: the end of an actor. Out: what it waits for, when it is a timer of the chart's. */
export const waitOf = ({ told }: Book, { actor }: AddressedStep, id: string): Wait | undefined => {
  const stand = standOf(told, actor.join('/'));
  if (!stand) return undefined;
  const snapshot = chartOf(stand.machine).resolveState({ value: stateOf(stand.value), context: stand.context });
  const nodes: readonly { readonly invoke: readonly { id: string; src: unknown; input?: unknown }[] }[] =
    snapshot._nodes;
  const timer = nodes.flatMap(({ invoke }) => invoke).find((one) => one.id === id && one.src === 'wait');
  if (!timer) return undefined;
  const { input } = timer;
  return v.parse(
    Wait,
    typeof input === 'function' ? Reflect.apply(input, undefined, [{ context: stand.context }]) : input,
  );
};
