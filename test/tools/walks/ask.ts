import * as v from 'valibot';
import type { Journey, Post } from '../explore/compose.ts';
import type { Ground } from './record.ts';

/** The walks that a run is restricted to; the test runner gets it in the variable `WALKS`, set by `npm run tool -- walks`. */
const Ask = v.object({
  machine: v.optional(v.string()),
  walk: v.optional(v.string()),
  lang: v.optional(v.string()),
  pairs: v.optional(v.boolean()),
});
export type Ask = v.InferOutput<typeof Ask>;

/** This run's restriction; undefined to run all walks, as in a test run. */
export const asked: Ask | undefined = process.env.WALKS ? v.parse(Ask, JSON.parse(process.env.WALKS)) : undefined;

/** A walk with its name, e.g. `purchase 3`. */
export type NamedWalk = { readonly name: string; readonly journey: Journey };

/** All walks of the planned charts, numbered by chart; `kind` (`pairs`) is part of the name. */
export const named = (posts: readonly Post[], kind = ''): NamedWalk[] => {
  const numbers = new Map<string, number>();
  return posts
    .flatMap(({ journeys }) => journeys)
    .map((journey) => {
      const chart = [journey.machine, kind].filter((part) => part).join(' ');
      const number = (numbers.get(chart) ?? 0) + 1;
      numbers.set(chart, number);
      return { name: `${chart} ${number}`, journey };
    });
};

/** The walks that the run is restricted to. Throws with some names if none match. */
export const chosen = (walks: readonly NamedWalk[], ask: Ask | undefined = asked): readonly NamedWalk[] => {
  const some = walks.filter(
    ({ name, journey }) => (ask?.walk ?? name) === name && (ask?.machine ?? journey.machine) === journey.machine,
  );
  if (some.length > 0 || walks.length === 0) return some;
  const charts = [...new Set(walks.map(({ journey }) => journey.machine))].join(', ');
  throw new Error(
    `There is no walk ${ask?.walk ?? ''} of ${ask?.machine ?? 'any chart'}. There are walks of: ${charts}`,
  );
};

/** Whether the run includes this language. */
export const speaks = (lang: string, ask: Ask | undefined = asked): boolean => (ask?.lang ?? lang) === lang;

/** The command that repeats one walk. */
export const commandOf = (ground: Ground, lang: string, name: string): string =>
  `npm run tool -- walks --ground ${ground} --lang ${lang}${/ pairs /.test(name) ? ' --pairs' : ''} --walk "${name}"`;
