import { Readable } from 'node:stream';
import { dumpDatabase, loadDatabase } from '#server/db/dump.ts';
import type { Db } from '#server/db/open.ts';

/** The lines of a dump of the database. */
export const dumpLines = async (db: Db): Promise<string[]> => {
  const lines: string[] = [];
  await dumpDatabase(db, (line) => void lines.push(line));
  return lines;
};

/** Loads the lines of a dump into an empty database. */
export const loadLines = (db: Db, lines: readonly string[]) => loadDatabase(db, Readable.from(lines));

/** Without the timespans of other sites than these, which take most of the time to load. */
export const lighter = (lines: readonly string[], sites: readonly string[] = ['borderless']): string[] =>
  lines.filter(
    (line) => !line.startsWith('{"t":"time_spans"') || sites.some((site) => line.includes(`"site":"${site}"`)),
  );
