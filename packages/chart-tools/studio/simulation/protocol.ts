import type { EventObject } from 'xstate';
import type { Arrival } from '../page/known.ts';

/** A step of the way to a state: the actor's path, and the event that is sent or answered there. */
export type WayStep = { readonly actor: readonly string[]; readonly event: EventObject };

/** The way to each state and transition, by its id, as indices into `steps`. Sites with the same rules share a file. */
export type Ways = { readonly steps: readonly WayStep[]; readonly ways: Readonly<Record<string, readonly number[]>> };

/** The file of the ways of a site: they depend on two of its rules only. */
export const waysFile = ({ mailConfirm, onlyMail }: { mailConfirm: boolean; onlyMail: boolean }): string =>
  `ways-${mailConfirm ? 'mail' : 'direct'}${onlyMail ? '-invited' : ''}.json`;

/** A request of the page to the simulated screen. */
export type Command = { readonly kind: 'press'; readonly arrow: string };

/** A chart that runs, with the ids of its active states, the innermost last, and its context as text. */
export type Living = {
  readonly actor: string;
  readonly chart: string;
  readonly states: readonly string[];
  readonly context: string;
};

/** Payloads of events as text, by the transition that the event takes. */
type Payloads = Readonly<Record<string, string>>;

/** The charts that run, the actor whose state is on screen, the transitions that can be taken from here, and those that were. */
export type Now = {
  readonly living: readonly Living[];
  readonly shown: string;
  readonly possible: Payloads;
  readonly taken: Payloads;
};

/** A report of the simulated screen to the page around it. */
export type Report =
  /** The screen of the address is complete. */
  | ({ readonly kind: 'arrived' } & Arrival)
  | ({ readonly kind: 'now' } & Now)
  /** A visitor or the page caused this transition. */
  | { readonly kind: 'did'; readonly arrow: string }
  /** The transition cannot be taken from here; the page goes to where it can. */
  | { readonly kind: 'elsewhere'; readonly arrow: string }
  | { readonly kind: 'language'; readonly lang: string };

export const reportMark = 'ticket-store:simulation';
