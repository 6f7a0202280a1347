import { Readable } from 'node:stream';
import { dumpDatabase, loadDatabase } from '#server/db/dump.ts';
import type { Db } from '#server/db/open.ts';
import { isTwins } from './twin-site.ts';

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

/** Tables that the older versions did not have; their rows are left out. */
const later = [
  'addresses',
  'contract_owners',
  'effects',
  'erasures',
  'holds_by_address',
  'mail_links',
  'retention_state',
  'signing_keys',
  'unapplied_payments',
];

/** A dump as a version with the migrations before this one wrote it, when an order itself had the hash of its mail link. */
export const asBefore = (
  migration: string,
  [head = '', ...rows]: readonly string[],
  linkHash: (order: string) => string,
): string[] => {
  const { migrations, ...rest } = JSON.parse(head);
  const older = migrations.filter((name: string) => name < migration);
  const parsed = lighter(rows)
    .filter((line) => !isTwins(line))
    .map((line) => JSON.parse(line));
  const own = parsed.filter(({ t }) => !later.includes(t));
  const withLinks = own.map(({ t, r }) => ({ t, r: t === 'orders' ? { ...r, mail_token_hash: linkHash(r.id) } : r }));
  return [{ ...rest, migrations: older }, ...withLinks].map((line) => JSON.stringify(line));
};
