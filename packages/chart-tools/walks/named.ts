import type { Journey, Post } from '../explore/compose.ts';

/** A walk with its name, e.g. `purchase 3`. */
export type NamedWalk = { readonly name: string; readonly journey: Journey };

/** All walks of the planned charts, numbered by chart. */
export const nameWalks = (posts: readonly Post[]): NamedWalk[] =>
  posts
    .flatMap(({ journeys }) => journeys)
    .map((journey, at, all) => {
      const before = all.slice(0, at).filter(({ machine }) => machine === journey.machine);
      return { name: `${journey.machine} ${before.length + 1}`, journey };
    });
