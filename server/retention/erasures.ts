import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { erasePerson } from './erase.ts';
import { subjectKey } from './person.ts';

const Uuid = v.pipe(v.string(), v.uuid());
const Row = v.object({ id: Uuid, subject: Uuid, site: v.nullable(SiteCodeSchema), erased_at: v.string() });
type Row = v.InferOutput<typeof Row>;

/**
 * The record of erasures outside of the database, so that an older dump that is loaded does not bring erased people back.
 * It holds HMACs of addresses and nothing else of anybody.
 */
export type ErasureLog = { read: () => Row[]; append: (rows: readonly Row[]) => void };

/** The record as a file of JSON lines that only the server's own user can read. What is no row of it is passed over. */
export const fileErasures = (file: string): ErasureLog => ({
  read: () => {
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [v.parse(Row, JSON.parse(line))];
        } catch {
          return [];
        }
      });
  },
  append: (rows) => {
    if (rows.length === 0) return;
    mkdirSync(dirname(file), { recursive: true });
    /* A line begins with its break: one that a crash cut short spoils no other. */
    appendFileSync(file, rows.map((row) => `\n${JSON.stringify(row)}`).join(''), { mode: 0o600 });
  },
});

type Desk = Pick<Deps, 'db' | 'vault' | 'erasures' | 'log'>;

const stored = async (db: Db): Promise<Row[]> => {
  const rows = await db.selectFrom('erasures').selectAll().execute();
  return rows.map(({ erased_at, ...row }) => ({ ...row, erased_at: erased_at.toISOString() }));
};

const missing = (rows: readonly Row[], from: readonly Row[]): Row[] => {
  const known = new Set(from.map(({ id }) => id));
  return rows.filter(({ id }) => !known.has(id));
};

/** Every address in the database that something older than a moment is stored under. */
const addresses = async (db: Db, before: Date): Promise<string[]> => {
  const { rows } = await sql<{ mail: string }>`
    select lower(customer ->> 'email') as mail from orders where customer ->> 'email' is not null and created_at < ${before}
    union select lower(email) from tickets where email <> '' and created_at < ${before}
    union select lower(address) from outbox where created_at < ${before}
    union select email from mail_magazines where email not like '-%' and started_at < ${before}
    union select lower(address) from link_requests where asked_at < ${before}`.execute(db);
  return rows.map(({ mail }) => comparedMail(mail));
};

/** What a replay came to: erasures done again (or that concern nobody here), and those something stands in the way of. */
export type Replayed = { erased: number; blocked: number };

/**
 * Does erasures again that the file knows and the database does not: it was restored from a copy older than they are. Only
 * what is older than the erasure goes. One that a visit to come or a payment stands in the way of is tried again later.
 */
export const replayErasures = async (desk: Desk): Promise<Replayed> => {
  const { db, vault, erasures, log } = desk;
  const lost = missing(erasures.read(), await stored(db));
  if (lost.length === 0) return { erased: 0, blocked: 0 };
  const latest = new Date(Math.max(...lost.map(({ erased_at }) => Date.parse(erased_at))));
  const mails = new Map((await addresses(db, latest)).map((mail) => [subjectKey(vault, mail), mail]));
  let blocked = 0;
  for (const row of lost) {
    const mail = mails.get(row.subject);
    const before = new Date(row.erased_at);
    try {
      if (mail !== undefined) await erasePerson(desk, { mail, site: row.site, before }, { ...row, withCancel: false });
      const done = db.insertInto('erasures').values({ ...row, erased_at: before });
      await done.onConflict((conflict) => conflict.doNothing()).execute();
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      blocked += 1;
    }
  }
  const replayed = { erased: lost.length - blocked, blocked };
  log(blocked > 0 ? 'error' : 'warn', 'erasures_replayed', replayed);
  return replayed;
};

/** Writes erasures of the database into the file that are not there yet. */
export const recordErasures = async ({ db, erasures }: Desk): Promise<void> =>
  erasures.append(missing(await stored(db), erasures.read()));

/** Brings both records of erasures to the same. */
export const syncErasures = async (desk: Desk): Promise<void> => {
  await replayErasures(desk);
  await recordErasures(desk);
};
