import type { AnyStateMachine } from 'xstate';
import { within } from '#src/domain/within.ts';

const brought = new Map<string, AnyStateMachine>();

/** In: charts by id. From now on their stand-ins are them. */
export const bring = (charts: Readonly<Record<string, AnyStateMachine>>): void => {
  for (const [id, chart] of Object.entries(charts)) brought.set(id, chart);
};

/** In: the id of a chart. Out: whether it is here. */
export const isBrought = (id: string): boolean => brought.has(id);

/**
 * In: the id of a chart that comes after the first screen (machines/pages.ts). Out: a stand-in which the app's chart names,
 * and which is that chart once it is brought. Throws when it is run before.
 */
export const later = <M extends AnyStateMachine>(id: string): M => {
  const chart = (): AnyStateMachine => {
    const found = brought.get(id);
    if (!found) throw new Error(`The chart ${id} has not been brought`);
    return found;
  };
  const standIn: M = Object.create(null);
  return new Proxy(standIn, {
    get: (_, key) => Reflect.get(chart(), key),
    set: (_, key, value) => Reflect.set(chart(), key, value),
    has: (_, key) => key in chart(),
    getPrototypeOf: () => Object.getPrototypeOf(chart()),
  });
};

/** Ends when the charts are here that an order needs. Throws Failure connection_error: nothing was asked of the server then. */
export const bringPaying = async (): Promise<void> => {
  await within(import('#machines/paying.ts'));
};
