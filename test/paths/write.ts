import type { CallName } from '#src/api/contract/index.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import { type Charts, standings } from './shortcut.ts';

/** One write of the shop, as a visitor comes to send it. */
export type Write = {
  readonly call: CallName;
  /** The id of the actor that sends it. */
  readonly id: string;
  readonly site?: SiteRules;
  /** The way to where it can be sent. */
  readonly reach: (charts: Charts) => void;
  readonly send: (charts: Charts) => void;
  /** After an answer was lost: what leads to the same request again. */
  readonly resend?: (charts: Charts) => void;
  /** It succeeds, and the visitor does the same once more: what leads to it. Missing where that is another visit. */
  readonly repeat?: (charts: Charts) => void;
};

export const to = (charts: Charts, path: string, type: string, more: object = {}): void =>
  actorAt(charts.app, ['app', ...path.split('/')])?.send({ ...more, type });
export const stand = (state: string) => (charts: Charts) => standings[state]?.(charts);
export const page = (charts: Charts, screen: string, token = 'ticket-1'): void =>
  charts.app.send({ type: 'page.requested', screen, params: { token }, query: {} });
