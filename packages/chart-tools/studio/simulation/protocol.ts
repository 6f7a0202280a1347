import type { EventObject } from 'xstate';
import type { Arrival } from '../page/known.ts';

/** A step of the way to a state: the actor's path, and the event that is sent or answered there. */
export type WayStep = { readonly actor: readonly string[]; readonly event: EventObject };

/** Ways by state and transition id, as indices of the steps; for all sites with the same rules. */
export type Ways = { readonly steps: readonly WayStep[]; readonly ways: Readonly<Record<string, readonly number[]>> };

/** The file of the ways of a site: they depend on two of its rules only. */
export const waysFile = ({ mailConfirm, onlyMail }: { mailConfirm: boolean; onlyMail: boolean }): string =>
  `ways-${mailConfirm ? 'mail' : 'direct'}${onlyMail ? '-invited' : ''}.json`;

/** What the page asks of the simulated screen: `replay` leaves out what has happened as a consequence of an earlier arrow. */
export type Command = { readonly kind: 'press' | 'replay'; readonly arrow: string };

/** A step that was executed, with the page's `data-state` after it. */
export type ExecutedStep = WayStep & { readonly state: string };

/** What the simulated screen reports to the page around it, besides what its charts report to inspectors. */
export type Report =
  /** The screen stands. */
  | ({ readonly kind: 'stands'; readonly state: string } & Arrival)
  /** Transitions that can be taken from here. */
  | { readonly kind: 'possible'; readonly arrows: readonly string[] }
  /** A visitor or the page caused this transition. */
  | { readonly kind: 'did'; readonly arrow: string }
  /** The transition cannot be taken from here; the page goes to where it can. */
  | { readonly kind: 'elsewhere'; readonly arrow: string }
  | { readonly kind: 'replayed'; readonly arrow: string; readonly isLost: boolean }
  /** All that was executed until the screen stood, for an address with `steps`. */
  | { readonly kind: 'steps'; readonly steps: readonly ExecutedStep[] }
  | { readonly kind: 'language'; readonly lang: string };

export const reportMark = 'ticket-store:simulation';
