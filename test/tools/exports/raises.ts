import type { AnyStateMachine } from 'xstate';

const partOf = (action: unknown, key: string): unknown =>
  typeof action === 'function' || (typeof action === 'object' && action !== null)
    ? Reflect.get(action, key)
    : undefined;

/**
 * In: a machine. Out: its actions that raise an event: the event of a `raise(…)`; null for an `enqueueActions` whose body says
 * `enqueue.raise(…)`, since that one is made as the chart runs. A raise hidden deeper is found by test/house/exports.test.ts.
 */
export function raisedBy(machine: AnyStateMachine): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries<unknown>(machine.implementations.actions).flatMap(([name, action]): [string, string | null][] => {
      if (partOf(action, 'type') === 'xstate.raise') {
        const type = partOf(partOf(action, 'event'), 'type');
        return [[name, typeof type === 'string' ? type : null]];
      }
      return /\benqueue\.raise\(/.test(String(partOf(action, 'collect'))) ? [[name, null]] : [];
    }),
  );
}
