import * as v from 'valibot';
import type { Journey, Post } from '../explore/compose.ts';
import type { Ground } from './record.ts';

/** Which walks a run is asked for; a runner of tests hears it by the variable `WALKS` (`npm run walks` sets it). */
const Ask = v.object({
  machine: v.optional(v.string()),
  walk: v.optional(v.string()),
  lang: v.optional(v.string()),
  pairs: v.optional(v.boolean()),
});
export type Ask = v.InferOutput<typeof Ask>;

/** What this run is asked for; undefined when it is for all, as in a test run. */
export const asked: Ask | undefined = process.env.WALKS ? v.parse(Ask, JSON.parse(process.env.WALKS)) : undefined;

/** A walk with the name by which it is asked for: `purchase 3`. */
export type NamedWalk = { readonly name: string; readonly journey: Journey };

/** In: planned charts, and what their walks are (`pairs`), if not plain. Out: all walks, numbered by chart. */
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

/** Those of all walks that are asked for. Throws, naming some, when there are none. */
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

/** Whether a run in this language is asked for. */
export const speaks = (lang: string, ask: Ask | undefined = asked): boolean => (ask?.lang ?? lang) === lang;

/** One command that walks just this walk again. */
export const commandOf = (ground: Ground, lang: string, name: string): string =>
  `npm run walks -- --ground ${ground} --lang ${lang}${/ pairs /.test(name) ? ' --pairs' : ''} --walk "${name}"`;
