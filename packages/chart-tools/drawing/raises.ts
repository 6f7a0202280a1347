import type { AnyStateMachine } from 'xstate';

const partOf = (action: unknown, key: string): unknown =>
  typeof action === 'function' || (typeof action === 'object' && action !== null)
    ? Reflect.get(action, key)
    : undefined;

/**
 * The actions of a machine that raise an event, with the event of a `raise(…)`; null for an `enqueueActions` whose source has
 * `enqueue.raise(…)`, since that event is only known at run time. test/house/exports.test.ts finds deeper ones.
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
