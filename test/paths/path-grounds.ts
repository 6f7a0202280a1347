import { it } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { Failure } from '#src/domain/failures.ts';
import { type Held, holdActors } from '#test/tools/explore/held.ts';
import { childrenOf, machineSnapshotOf } from '#test/tools/explore/step.ts';
import { possibleIn } from '#test/tools/walks/keep.ts';
import { controlsThere } from './controls.ts';
import { openPage, openShop } from './open-page.tsx';
import { checkPage } from './page.ts';
import type { Part, PathGround } from './path.ts';
import { sites } from './plan-rows.ts';
import { catalogue } from './sample-shop.ts';
import { byControl } from './visitor.ts';

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;
type Stage = {
  readonly app: AnyActorRef;
  readonly held: Held;
  readonly act: (event: Event) => void;
  /** Events of the usable controls. */
  readonly offers: () => readonly string[];
};

const input = { site: sites[0], lang: 'ja' } as const;

const nameOf = (part: Part): string => {
  if (part.kind === 'stands') return `at "${part.state}"`;
  if (part.kind === 'does') return `does "${part.event}"`;
  return part.kind === 'answers' ? `reply of "${part.actor}"` : `"${part.actor}" fails with ${part.code}`;
};

const doPart = ({ app, held, act }: Stage, part: Part): void => {
  if (part.kind === 'does') act({ type: part.event, ...part.data });
  if (part.kind === 'answers') held.resolve(part.actor, part.data);
  if (part.kind === 'fails') held.reject(part.actor, new Failure({ code: part.code, unknown: false }));
  const { state } = onScreen(app);
  if (part.kind === 'stands' && state !== part.state) throw new Error(`it stands in "${state}"`);
};

/** What is possible in the current state: by controls, and by the chart on screen, with the targets. */
const instead = ({ app, held, offers }: Stage): string => {
  const snapshot = machineSnapshotOf(onScreen(app).actor);
  const waiting = held.waiting().map((one) => `an answer of ${one.split('/').at(-1)}`);
  return ['Possible instead:', ...offers(), ...waiting, ...(snapshot ? possibleIn(snapshot) : [])].join('\n  ');
};

const walkOn = async (stage: Stage, parts: readonly Part[], look: () => Promise<void>): Promise<void> => {
  for (const [index, part] of parts.entries()) {
    try {
      doPart(stage, part);
      await look();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const { state } = onScreen(stage.app);
      throw new Error(`step ${index + 1}, ${nameOf(part)}, in "${state}": ${why}\n${instead(stage)}`, { cause });
    }
  }
};

/** The chart that handles an event: the one on screen, its ancestors, or one beside them. */
const takerOf = (app: AnyActorRef, event: Event): AnyActorRef | undefined => {
  const all = (ref: AnyActorRef): AnyActorRef[] => {
    const snapshot = machineSnapshotOf(ref);
    return snapshot ? [...childrenOf(snapshot).flatMap(([, child]) => all(child)), ref] : [];
  };
  const up = (ref: AnyActorRef): AnyActorRef[] => [ref, ...(ref._parent ? up(ref._parent) : [])];
  return [...up(onScreen(app).actor), ...all(app)].find((ref) => machineSnapshotOf(ref)?.can(event));
};

/** Executes a path on the charts alone. Throws with the impossible step and with what is possible. */
export const walkOnCharts = async (parts: readonly Part[]): Promise<void> => {
  const { machine, held } = holdActors(machines.app);
  const app = createActor(machine, { input }).start();
  held.resolve('app/catalogue/openShop', catalogue);
  const act = (event: Event): void => {
    const taker = takerOf(app, event);
    if (taker === undefined) throw new Error('no chart hears it here');
    taker.send(event);
  };
  await walkOn({ app, held, act, offers: () => [] }, parts, () => Promise.resolve());
  app.stop();
};

/** Executes a path on the real screens by usable controls. Throws with the impossible step and with what is possible. */
export const walkOnScreens = async (parts: readonly Part[]): Promise<void> => {
  const { app, held, arrive, close } = await openPage({ input });
  try {
    await walkOn({ app, held, act: byControl, offers: () => [...controlsThere()] }, parts, async () => {
      await arrive();
      checkPage(app, undefined);
    });
  } finally {
    close();
  }
};

export const walkPath: PathGround['walkPath'] = (parts) => {
  openShop('en');
  it('on the bare charts', () => walkOnCharts(parts));
  it('on the screens', () => walkOnScreens(parts));
};
