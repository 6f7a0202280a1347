import { Failure } from 'ticket-store/src/domain/failures.ts';
import type { Journey } from '../explore/compose.ts';
import { type Definition, eventName, isRecord } from '../explore/definitions.ts';
import { childReport } from '../explore/plan.ts';

/** The cause of a step: a visitor's control, the world (address, another tab), a response, an error, or the end of a child. */
type Cause = 'visitor' | 'world' | 'answer' | 'failure' | 'child';

/** A step in readable form. */
export type StepDescription = {
  readonly actor: string;
  readonly cause: Cause;
  /** `order.submit`, `done(placeOrder)`. */
  readonly event: string;
  /** The payload of the event or response; null if there is none. */
  readonly data: unknown;
  /** Guards that must hold; those that must not are prefixed with `not `. */
  readonly guards: readonly string[];
  readonly takes: readonly string[];
  /** The actor's resulting state, in dot form. */
  readonly state: string;
  /** Whether the step only leads to the start of the walk. */
  readonly before: boolean;
};

export type WalkDescription = {
  readonly machine: string;
  readonly site: string;
  readonly steps: readonly StepDescription[];
};

const dataOf = (event: Readonly<Record<string, unknown>>): unknown => {
  if ('error' in event) return event.error instanceof Failure ? event.error.details.code : String(event.error);
  if ('output' in event) return event.output ?? null;
  const { type: _, snapshot: __, ...payload } = event;
  return Object.keys(payload).length > 0 ? payload : null;
};

const causeOf = (type: string, automatic: boolean): Cause => {
  if (automatic) return 'child';
  const kind = childReport(type)?.kind;
  if (kind !== undefined) return kind === 'error' ? 'failure' : 'answer';
  // World events are named in the past (docs/charts.md#names). `draft.kept` is too, but comes from a visitor's typing.
  return /^page\.requested\.|\.(\w+ed|left|lost)$/.test(type) ? 'world' : 'visitor';
};

/** The guards of a transition: its own, and negated those of the transitions tried before it. */
const guardsOf = (definitions: readonly Definition[], id: string): string[] => {
  const at = definitions.findIndex((one) => one.id === id);
  const own = definitions[at];
  if (own === undefined) return [];
  const before = definitions.slice(0, at).filter((one) => one.source === own.source && one.event === own.event);
  const names = before.flatMap(({ guard }) => (guard ? [`not ${guard}`] : []));
  return own.guard ? [...names, own.guard] : names;
};

/** A journey in readable form; `definitions` are the transitions of all charts. */
export const describeWalk = (journey: Journey, definitions: readonly Definition[]): WalkDescription => {
  const { input } = journey;
  const site = isRecord(input) && isRecord(input.site) ? String(input.site.code) : '';
  const steps = journey.steps.map(
    ({ actor, event, takes, state, automatic }, index): StepDescription => ({
      actor: actor.join('/'),
      cause: causeOf(event.type, automatic),
      event: eventName(event.type),
      data: automatic ? null : dataOf({ ...event }),
      guards: [...new Set(takes.flatMap((id) => guardsOf(definitions, id)))],
      takes,
      state,
      before: index < journey.prefix,
    }),
  );
  return { machine: journey.machine, site, steps };
};
