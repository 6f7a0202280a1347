import { assertEvent, type EventDescriptor, type EventObject, type ExtractEvent } from 'xstate';

/** The output of the child that has ended, as params of an action or guard: `params: outputOf`. */
export const outputOf = <T>({ event }: { event: { output: T } }): T => event.output;

/** The event as one of this type, where params would make a chart's row too long. Throws when it is of another type. */
export const eventOf = <E extends EventObject, T extends EventDescriptor<E>>(event: E, type: T): ExtractEvent<E, T> => {
  assertEvent(event, type);
  return event;
};
