import type { Source } from './source.ts';

/** A line for every comment that repeats parameters and result instead of giving the reason. */
export const commentFaults = ({ path, text, comments }: Source): string[] =>
  comments.flatMap(({ value, start }) =>
    /(?:^|[\s*])(?:In|Out): /.test(value)
      ? [`${path}:${text.slice(0, start).split('\n').length} repeats a signature`]
      : [],
  );
