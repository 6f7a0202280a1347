import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import type { CallName } from '#src/api/contract/index.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { actorAt } from '#test/tools/explore/simulated.ts';
import { type Charts, stateSetups } from './shortcut.ts';

/** One write of the shop, sent as a visitor sends it. */
export type Write = {
  readonly call: CallName;
  /** The id of the actor that sends it. */
  readonly id: string;
  readonly site?: SiteRules;
  /** Goes to the state in which it can be sent. */
  readonly reach: (charts: Charts) => void;
  readonly send: (charts: Charts) => void;
  /** Repeats the request after its response was lost. */
  readonly resend?: (charts: Charts) => void;
  /** After it succeeded, goes to where the visitor can do the same again. Absent if that is another visit. */
  readonly repeat?: (charts: Charts) => void;
};

export const to = (charts: Charts, path: string, type: string, more: object = {}): void =>
  actorAt(charts.app, ['app', ...path.split('/')])?.send({ ...more, type });
export const reachState = (state: string) => (charts: Charts) => stateSetups[state]?.(charts);
export const page = (charts: Charts, screen: Screen, token = 'ticket-1'): void =>
  charts.app.send(pageRequested(screen, { token }));
