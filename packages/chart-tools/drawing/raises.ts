import type { AnyStateMachine } from 'xstate';

/**
 * The actions of a machine that raise an event, with the event of a `raise(…)`; null for an `enqueueActions` whose source has
 * `enqueue.raise(…)`, since that event is only known at run time. test/house/charts.test.ts finds deeper ones.
 */
export function raisedBy(machine: AnyStateMachine): Record<string, string | null> {
  const raised: Record<string, string | null> = {};
  for (const [name, action] of Object.entries<unknown>(machine.implementations.actions)) {
    const { type, event, collect } = Object(action);
    if (type === 'xstate.raise') raised[name] = typeof event?.type === 'string' ? event.type : null;
    else if (/\benqueue\.raise\(/.test(String(collect))) raised[name] = null;
  }
  return raised;
}
