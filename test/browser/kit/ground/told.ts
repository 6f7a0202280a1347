import type { BrowserContext } from 'playwright-core';
import type { StateValue } from 'xstate';
import { machines } from '#machines/index.ts';
import { inspectorChannel, type Told } from '#src/mirrors/inspector.ts';
import { allDefinitions, dotted, eventName } from '#test/tools/explore/definitions.ts';

/** What a live page's charts say of themselves (`?inspect`), in the order in which they say it. */
export type Book = {
  readonly told: readonly Told[];
  /** Resolves when there is something new in it, or after so many milliseconds. */
  readonly more: (ms: number) => Promise<void>;
};

/** Heard where it is posted: a page that is left takes with it what is on its way to others. Runs in the page. */
const listen = (channel: string) => {
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    if (this.name === channel) Reflect.apply(Reflect.get(window, 'groundTold'), window, [JSON.stringify(message)]);
    post.call(this, message);
  };
};

/** In: a visitor's browser, before its first page. Out: the book of all its pages. */
export const openBook = async (context: BrowserContext): Promise<Book> => {
  const told: Told[] = [];
  let wake = (): void => undefined;
  await context.exposeBinding('groundTold', (_, message: string) => {
    told.push(JSON.parse(message));
    wake();
  });
  await context.addInitScript(listen, inspectorChannel);
  return {
    told,
    more: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

const forbidden = new Set(
  Object.values(machines)
    .flatMap(allDefinitions)
    .filter((one) => one.forbidden)
    .map(({ id }) => id),
);

/** Ids, as plans name them, of the arrows that one entry tells; without those that only forbid. */
export const takenIn = (one: Told): string[] =>
  one.kind === 'taken'
    ? one.arrows
        .map(({ source, event, index }) => `${source} | ${eventName(event)} [${index}]`)
        .filter((id) => !forbidden.has(id))
    : [];

/** In: the value of a state as it was told. Out: as charts have it. */
export const stateOf = (value: unknown): StateValue =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stateOf(inner)]))
    : String(value);

/** Where an entry says that its actor now stands, in dot form; empty when it says something else. */
export const stateIn = (one: Told): string => (one.kind === 'state' ? dotted(stateOf(one.value)) : '');
