import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Journey } from './compose.ts';
import { definitionOf, dotted, transitionsOf } from './definitions.ts';
import type { AddressedStep } from './realise.ts';
import { actorAt, type SimulatedActors } from './simulated.ts';
import { endedChild, machineSnapshotOf } from './step.ts';

export type Drive = {
  /** The running root actor of a machine with simulated actors. */
  readonly app: AnyActorRef;
  readonly simulated: SimulatedActors;
  /** Causes an event that is no response of an actor, e.g. by a click on its control. By default the event is sent. */
  readonly perform?: (step: AddressedStep, actor: AnyActorRef) => unknown;
  /** Checks the app after each step (DOM, address, actor). */
  readonly look?: (step: AddressedStep, actor: AnyActorRef | undefined) => unknown;
  /** Wraps each step, e.g. in React's `act`. */
  readonly wrap?: (run: () => Promise<void>) => Promise<void>;
};

/** The transitions possible in a chart's state, in readable form. */
const possibleIn = ({ _nodes, machine }: AnyMachineSnapshot): string[] => {
  const nodes: readonly (typeof machine.root)[] = _nodes;
  const lines = nodes
    .toReversed()
    .flatMap(transitionsOf)
    .map(definitionOf)
    .filter(({ forbidden, event }) => !forbidden && event !== 'always')
    .map(({ event, guard, targets }) => {
      const to = targets.map((id) => id.replace(`${machine.id}.`, '')).join(', ') || 'in place';
      return `${event}${guard ? ` [${guard}]` : ''} → ${to}`;
    });
  return [...new Set(lines)];
};

/** An error with what is possible instead. */
export const withInstead = (cause: unknown, possible: readonly string[]): Error => {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error([message, ...(possible.length > 0 ? ['Possible instead:', ...possible] : [])].join('\n  '), {
    cause,
  });
};

/**
 * Runs a journey in the app: resolves simulated actors, otherwise acts, and after each step compares the actor's state with the
 * planned one. If they differ, throws with the events so far and what is possible instead.
 */
export async function drive(
  journey: Journey,
  { app, simulated, perform, look, wrap = (run) => run() }: Drive,
): Promise<void> {
  const walked: string[] = [];
  for (const step of journey.steps) {
    walked.push(`${step.actor.join('/')} ${step.event.type}`);
    const fail = (why: string, cause?: unknown) => new Error(`${why}\n  ${walked.join('\n  ')}`, { cause });
    const actor = actorAt(app, step.actor);
    if (!step.automatic) {
      if (actor === undefined) throw fail(`no actor at ${step.actor.join('/')}`);
      try {
        await wrap(async () => {
          if (endedChild(step.event.type) !== undefined) simulated.answer(step.actor, step.event);
          else await (perform === undefined ? actor.send(step.event) : perform(step, actor));
        });
      } catch (cause) {
        throw fail(cause instanceof Error ? cause.message : String(cause), cause);
      }
    }
    const now = actorAt(app, step.actor);
    const snapshot = machineSnapshotOf(now);
    const state = dotted(snapshot?.value);
    // An actor that has ended is gone, or its parent has already replaced it.
    if (!step.ends && state !== step.state)
      throw withInstead(
        fail(`planned "${step.state}", the app is in "${state}"`),
        snapshot ? possibleIn(snapshot) : [],
      );
    try {
      await look?.(step, now);
    } catch (cause) {
      throw fail(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }
}
