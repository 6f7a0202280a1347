import type { AnyActorRef } from 'xstate';
import type { Journey } from './compose.ts';
import { dotted } from './definitions.ts';
import { actorAt, type Held } from './held.ts';
import type { AddressedStep } from './realise.ts';
import { endedChild, machineSnapshotOf } from './step.ts';

export type Drive = {
  /** The running root actor, made from a held machine. */
  readonly app: AnyActorRef;
  readonly held: Held;
  /** Does what the outside does for an event that is no answer: finds the control and presses it. Default: sends it. */
  readonly act?: (step: AddressedStep, actor: AnyActorRef) => unknown;
  /** Looks at the app after each step (DOM, address, actor). */
  readonly look?: (step: AddressedStep, actor: AnyActorRef | undefined) => unknown;
  /** Wraps each step, e.g. in React's `act`. */
  readonly wrap?: (run: () => Promise<void>) => Promise<void>;
};

/**
 * Walks a journey through the running app: answers held actors, acts otherwise, and after each step compares the state
 * the actor stands in with the planned one. Throws with the events walked so far when they differ.
 */
export async function drive(journey: Journey, { app, held, act, look, wrap = (run) => run() }: Drive): Promise<void> {
  const walked: string[] = [];
  for (const step of journey.steps) {
    walked.push(`${step.actor.join('/')} ${step.event.type}`);
    const fail = (why: string, cause?: unknown) => new Error(`${why}\n  ${walked.join('\n  ')}`, { cause });
    const actor = actorAt(app, step.actor);
    if (!step.automatic) {
      if (actor === undefined) throw fail(`no actor at ${step.actor.join('/')}`);
      try {
        await wrap(async () => {
          if (endedChild(step.event.type) !== undefined) held.answer(step.actor, step.event);
          else await (act === undefined ? actor.send(step.event) : act(step, actor));
        });
      } catch (cause) {
        throw fail(cause instanceof Error ? cause.message : String(cause), cause);
      }
    }
    const now = actorAt(app, step.actor);
    const state = dotted(machineSnapshotOf(now)?.value);
    // an actor that has ended is gone, or already replaced by its parent's next one
    if (!step.ends && state !== step.state) throw fail(`planned "${step.state}", the app is in "${state}"`);
    try {
      await look?.(step, now);
    } catch (cause) {
      throw fail(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }
}
