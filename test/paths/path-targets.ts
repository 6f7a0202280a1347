import { possibleIn } from '@ticket-store/chart-tools/explore/drive.ts';
import { pathOf, type SimulatedActors, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { childrenOf, machineSnapshotOf } from '@ticket-store/chart-tools/explore/step.ts';
import { type AnyActorRef, createActor, type EventObject } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { controlsThere } from './controls.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import type { Part } from './path.ts';
import { sites } from './plan-rows.ts';
import type { WalkStep } from './properties/seen.ts';
import { watchCharts } from './properties/watch.ts';
import { catalogue } from './sample-shop.ts';
import { byControl } from './visitor.ts';

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;
type Fixture = {
  readonly app: AnyActorRef;
  readonly simulated: SimulatedActors;
  readonly send: (event: Event) => void;
  /** Events of the usable controls. */
  readonly offers: () => readonly string[];
};

const input = { site: sites[0], lang: 'ja' } as const;

const failureOf = (code: FailureCode): Failure => new Failure({ code, unknown: false });

const nameOf = (part: Part): string => {
  if (part.kind === 'stands') return `at "${part.state}"`;
  if (part.kind === 'does') return `does "${part.event}"`;
  return part.kind === 'answers' ? `reply of "${part.actor}"` : `"${part.actor}" fails with ${part.code}`;
};

const doPart = ({ app, simulated, send }: Fixture, part: Part): void => {
  if (part.kind === 'does') send({ type: part.event, ...part.data });
  if (part.kind === 'answers') simulated.resolve(part.actor, part.data);
  if (part.kind === 'fails') simulated.reject(part.actor, failureOf(part.code));
  const { state } = onScreen(app);
  if (part.kind === 'stands' && state !== part.state) throw new Error(`the state is "${state}"`);
};

/** Events that are possible in the current state: by controls, and by the chart on screen, with their targets. */
const alternatives = ({ app, simulated, offers }: Fixture): string => {
  const snapshot = machineSnapshotOf(onScreen(app).actor);
  const waiting = simulated.waiting().map((one) => `a reply of ${one.split('/').at(-1)}`);
  return ['Possible instead:', ...offers(), ...waiting, ...(snapshot ? possibleIn(snapshot) : [])].join('\n  ');
};

/** The chart that handles an event: the one on screen, its ancestors, or one beside them. */
const handlerOf = (app: AnyActorRef, event: Event): AnyActorRef | undefined => {
  const all = (ref: AnyActorRef): AnyActorRef[] => {
    const snapshot = machineSnapshotOf(ref);
    return snapshot ? [...childrenOf(snapshot).flatMap(([, child]) => all(child)), ref] : [];
  };
  const up = (ref: AnyActorRef): AnyActorRef[] => [ref, ...(ref._parent ? up(ref._parent) : [])];
  return [...up(onScreen(app).actor), ...all(app)].find((ref) => machineSnapshotOf(ref)?.can(event));
};

/** The part as the properties see it; null for one that only looks, or that nothing handles. */
const stepOf = ({ app, simulated }: Fixture, part: Part): WalkStep | null => {
  if (part.kind === 'stands') return null;
  if (part.kind === 'does') {
    const event = { type: part.event, ...part.data };
    const handler = handlerOf(app, event);
    return handler ? { actor: pathOf(handler), event } : null;
  }
  const path = pathOf(simulated.actor(part.actor));
  const ending = part.kind === 'answers' ? 'done' : 'error';
  const result = part.kind === 'answers' ? { output: part.data } : { error: failureOf(part.code) };
  const event: EventObject & typeof result = { type: `xstate.${ending}.actor.${path.at(-1)}`, ...result };
  return { actor: path.slice(0, -1), event };
};

const walkParts = async (
  fixture: Fixture,
  parts: readonly Part[],
  look: (step: WalkStep | null) => void | Promise<void>,
): Promise<void> => {
  for (const [index, part] of parts.entries()) {
    try {
      const step = stepOf(fixture, part);
      doPart(fixture, part);
      await look(step);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const { state } = onScreen(fixture.app);
      throw new Error(`step ${index + 1}, ${nameOf(part)}, in "${state}": ${why}\n${alternatives(fixture)}`, { cause });
    }
  }
};

/** Executes a path on the charts alone, judged by all properties. Throws with the impossible step and with what is possible. */
export const walkOnCharts = async (parts: readonly Part[]): Promise<void> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input }).start();
  simulated.resolve('app/catalogue/openShop', catalogue);
  const send = (event: Event): void => {
    const handler = handlerOf(app, event);
    if (handler === undefined) throw new Error('no chart handles it in this state');
    handler.send(event);
  };
  const judge = watchCharts({ app, simulated });
  await walkParts({ app, simulated, send, offers: () => [] }, parts, (step) => {
    if (step) judge(step);
  });
  app.stop();
};

/** Executes a path on the real screens by usable controls. Throws with the impossible step and with what is possible. */
export const walkOnScreens = async (parts: readonly Part[]): Promise<void> => {
  const { app, simulated, arrive, close } = await openPage({ input });
  try {
    await walkParts({ app, simulated, send: byControl, offers: () => [...controlsThere()] }, parts, async () => {
      await arrive();
      checkPage(app, undefined);
    });
  } finally {
    close();
  }
};
