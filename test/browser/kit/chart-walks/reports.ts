import { allDefinitions, dotted, eventName } from '@ticket-store/chart-tools/explore/definitions.ts';
import type { BrowserContext } from 'playwright-core';
import type { StateValue } from 'xstate';
import { machines } from '#machines/index.ts';
import { type InspectionReport, inspectorChannel } from '#src/mirrors/inspect/inspector.ts';

/** Messages of a live page's charts (`?inspect`) in sequence. */
export type ReportLog = {
  readonly reports: readonly InspectionReport[];
  /** Resolves when there is a new message, or after this many milliseconds. */
  readonly more: (ms: number) => Promise<void>;
};

/** Intercepts postMessage itself, because messages in transit to others are lost when a page is left. Runs in the page. */
const listen = (channel: string) => {
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    if (this.name === channel) Reflect.apply(Reflect.get(window, 'walkReport'), window, [JSON.stringify(message)]);
    post.call(this, message);
  };
};

/** Collects the messages of all pages of a browser; must be called before its first page. */
export const recordReports = async (context: BrowserContext): Promise<ReportLog> => {
  const reports: InspectionReport[] = [];
  let notify = (): void => undefined;
  await context.exposeBinding('walkReport', (_, message: string) => {
    reports.push(JSON.parse(message));
    notify();
  });
  await context.addInitScript(listen, inspectorChannel);
  return {
    reports,
    more: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        notify = () => {
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

/** Ids of the transitions in one message, as in plans; without those that only forbid. */
export const takenIn = (one: InspectionReport): string[] =>
  one.kind === 'taken'
    ? one.arrows
        .map(({ source, event, index }) => `${source} | ${eventName(event)} [${index}]`)
        .filter((id) => !forbidden.has(id))
    : [];

/** Converts a reported state value to XState's form. */
export const stateOf = (value: unknown): StateValue =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stateOf(inner)]))
    : String(value);

/** The state that a message reports, in dot form; empty for other messages. */
export const stateIn = (one: InspectionReport): string => (one.kind === 'state' ? dotted(stateOf(one.value)) : '');
