import type { EventObject } from 'xstate';

/** The output of the child that has ended, as params of an action or guard: `params: outputOf`. */
export const outputOf = <T>({ event }: { event: { output: T } }): T => event.output;

/** The event itself, as params: an action or guard takes from it by name what it carries. */
export const payloadOf = <T>({ event }: { event: T }): T => event;

type Of<E extends EventObject, T extends E['type']> = Extract<E, { type: T }>;

const isOneOf = <E extends EventObject, T extends E['type']>(event: E, types: readonly T[]): event is Of<E, T> =>
  types.some((type) => type === event.type);

/**
 * The event as one of these types, where params would make a chart's row too long. Throws when it is of another type, like XState's
 * `assertEvent`, which would add to the first screen.
 */
export const eventOf = <E extends EventObject, T extends E['type']>(event: E, ...types: T[]): Of<E, T> => {
  if (!isOneOf(event, types)) throw new Error(event.type);
  return event;
};
