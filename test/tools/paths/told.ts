import { Failure } from '#src/domain/failures.ts';
import type { Journey } from '../explore/compose.ts';
import { type Definition, eventName } from '../explore/definitions.ts';
import { childReport } from '../explore/plan.ts';

/** Who makes a step happen: a visitor by a control, the world (address, another tab), an awaited answer, a child that ended. */
type Who = 'visitor' | 'world' | 'answer' | 'failure' | 'child';

/** A step as people and programs read it. */
export type ToldStep = {
  readonly actor: string;
  readonly who: Who;
  /** `order.submit`, `done(placeOrder)`. */
  readonly event: string;
  /** What the event says, or what the answer brings; null when it is nothing. */
  readonly data: unknown;
  /** Facts that must hold, those that must not with `not `. */
  readonly guards: readonly string[];
  readonly takes: readonly string[];
  /** Where the actor then stands, in dot form. */
  readonly state: string;
  /** Belongs to the way there, not to what is to be walked. */
  readonly before: boolean;
};

export type ToldWalk = { readonly machine: string; readonly site: string; readonly steps: readonly ToldStep[] };

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const dataOf = (event: Readonly<Record<string, unknown>>): unknown => {
  if ('error' in event) return event.error instanceof Failure ? event.error.note.code : String(event.error);
  if ('output' in event) return event.output ?? null;
  const { type: _, snapshot: __, ...said } = event;
  return Object.keys(said).length > 0 ? said : null;
};

const whoOf = (type: string, automatic: boolean): Who => {
  if (automatic) return 'child';
  const kind = childReport(type)?.kind;
  if (kind !== undefined) return kind === 'error' ? 'failure' : 'answer';
  // world events are named in the past (docs/charts.md#names); a draft is kept by who types it
  return /\.(\w+ed|left|lost)$/.test(type) ? 'world' : 'visitor';
};

/** In: an arrow's id. Out: what its guards ask, by its own and by those that stand before it. */
const guardsOf = (definitions: readonly Definition[], id: string): string[] => {
  const at = definitions.findIndex((one) => one.id === id);
  const own = definitions[at];
  if (own === undefined) return [];
  const before = definitions.slice(0, at).filter((one) => one.source === own.source && one.event === own.event);
  const names = before.flatMap(({ guard }) => (guard ? [`not ${guard}`] : []));
  return own.guard ? [...names, own.guard] : names;
};

/** In: a planned journey, every arrow of all charts. Out: the journey told. */
export const told = (journey: Journey, definitions: readonly Definition[]): ToldWalk => {
  const { input } = journey;
  const site = isRecord(input) && isRecord(input.site) ? String(input.site.code) : '';
  const steps = journey.steps.map(
    ({ actor, event, takes, state, automatic }, index): ToldStep => ({
      actor: actor.join('/'),
      who: whoOf(event.type, automatic),
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
