import * as v from 'valibot';
import type { Journey, Post } from '../explore/compose.ts';

/** The targets on which walks run: the charts alone, the screens in happy-dom, a browser with the real server. */
export const targets = ['charts', 'screens', 'chromium'] as const;
export type Target = (typeof targets)[number];

/** The walks that a run is restricted to; the test runner gets it in the variable `WALKS`, set by `npm run tool -- chart walks`. */
const Selection = v.object({
  machine: v.optional(v.string()),
  walk: v.optional(v.string()),
  lang: v.optional(v.string()),
});
export type Selection = v.InferOutput<typeof Selection>;

/** This run's restriction; undefined to run all walks, as in a test run. */
export const currentSelection: Selection | undefined = process.env.WALKS
  ? v.parse(Selection, JSON.parse(process.env.WALKS))
  : undefined;

/** A walk with its name, e.g. `purchase 3`. */
export type NamedWalk = { readonly name: string; readonly journey: Journey };

/** All walks of the planned charts, numbered by chart. */
export const nameWalks = (posts: readonly Post[]): NamedWalk[] => {
  const numbers = new Map<string, number>();
  return posts
    .flatMap(({ journeys }) => journeys)
    .map((journey) => {
      const chart = journey.machine;
      const number = (numbers.get(chart) ?? 0) + 1;
      numbers.set(chart, number);
      return { name: `${chart} ${number}`, journey };
    });
};

/** The walks that the run is restricted to. Throws with some names if none match. */
export const selectWalks = (
  walks: readonly NamedWalk[],
  selection: Selection | undefined = currentSelection,
): readonly NamedWalk[] => {
  const some = walks.filter(
    ({ name, journey }) =>
      (selection?.walk ?? name) === name && (selection?.machine ?? journey.machine) === journey.machine,
  );
  if (some.length > 0 || walks.length === 0) return some;
  const charts = [...new Set(walks.map(({ journey }) => journey.machine))].join(', ');
  throw new Error(
    `There is no walk ${selection?.walk ?? ''} of ${selection?.machine ?? 'any chart'}. There are walks of: ${charts}`,
  );
};

/** Whether the run includes this language. */
export const isLanguageSelected = (lang: string, selection: Selection | undefined = currentSelection): boolean =>
  (selection?.lang ?? lang) === lang;

type Named = { readonly target: Target; readonly name: string; readonly lang?: string };

/** Runs a walk. Rethrows its error with the command that repeats it. */
export const repeatable = async ({ target, name, lang = 'ja' }: Named, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const again = `npm run tool -- chart walks --target ${target} --lang ${lang} --walk "${name}"`;
    throw new Error(`${message}\nAgain: ${again}`, { cause });
  }
};
