import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Log } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { erasePerson } from './erase.ts';
import { subjectKey } from './person.ts';

const Uuid = v.pipe(v.string(), v.uuid());
const ErasureSchema = v.object({ id: Uuid, subject: Uuid, site: v.nullable(SiteCodeSchema), erased_at: v.string() });
type Erasure = v.InferOutput<typeof ErasureSchema>;

/**
 * The log of erasures outside of the database, so that loading an older dump does not restore erased people. It contains HMACs of
 * addresses and no other personal data.
 */
export type ErasureLog = { read: () => Erasure[]; append: (rows: readonly Erasure[]) => void };

/** The log as a file of JSON lines that only the server's user can read. Invalid lines are ignored. */
export const fileErasures = (file: string): ErasureLog => ({
  read: () => {
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [v.parse(ErasureSchema, JSON.parse(line))];
        } catch {
          return [];
        }
      });
  },
  append: (rows) => {
    if (rows.length === 0) return;
    mkdirSync(dirname(file), { recursive: true });
    /* Each record begins with its line break, so a line truncated by a crash does not damage the next one. */
    appendFileSync(file, rows.map((row) => `\n${JSON.stringify(row)}`).join(''), { mode: 0o600 });
  },
});

type ErasureDeps = { db: Db; tokens: TokenService; erasures: ErasureLog; log: Log };

const stored = async (db: Db): Promise<Erasure[]> => {
  const rows = await db.selectFrom('erasures').selectAll().execute();
  return rows.map(({ erased_at, ...row }) => ({ ...row, erased_at: erased_at.toISOString() }));
};

const missing = (rows: readonly Erasure[], from: readonly Erasure[]): Erasure[] => {
  const known = new Set(from.map(({ id }) => id));
  return rows.filter(({ id }) => !known.has(id));
};

/** Every address in the database with a row older than `before`; an anonymised newsletter has `-` and a hash in its place. */
const addresses = async (db: Db, before: Date): Promise<string[]> => {
  const { rows } = await sql<{ mail: string }>`
    select lower(customer ->> 'email') as mail from orders where customer ->> 'email' is not null and created_at < ${before}
    union select lower(email) from tickets where email <> '' and created_at < ${before}
    union select lower(address) from outbox where created_at < ${before}
    union select email from mail_magazines where email not like '-%' and started_at < ${before}
    union select lower(address) from link_requests where asked_at < ${before}`.execute(db);
  return rows.map(({ mail }) => comparedMail(mail));
};

/**
 * Repeats erasures that the file has and the database does not, because the database was restored from an older copy. Only data
 * older than the erasure is deleted. `erased`: those that were repeated, or had nothing left to erase; `blocked`: those prevented by a
 * coming visit or a payment, which are retried later.
 */
export const replayErasures = async (deps: ErasureDeps) => {
  const { db, tokens, erasures, log } = deps;
  const lost = missing(erasures.read(), await stored(db));
  if (lost.length === 0) return { erased: 0, blocked: 0 };
  const latest = new Date(Math.max(...lost.map(({ erased_at }) => Date.parse(erased_at))));
  const mails = new Map((await addresses(db, latest)).map((mail) => [subjectKey(tokens, mail), mail]));
  let blocked = 0;
  for (const row of lost) {
    const mail = mails.get(row.subject);
    const before = new Date(row.erased_at);
    try {
      if (mail !== undefined) await erasePerson(deps, { mail, site: row.site, before }, { ...row, withCancel: false });
      const done = db.insertInto('erasures').values({ ...row, erased_at: before });
      await done.onConflict((conflict) => conflict.doNothing()).execute();
    } catch (thrown) {
      if (!(thrown instanceof OperatorProblem)) throw thrown;
      blocked += 1;
    }
  }
  const replayed = { erased: lost.length - blocked, blocked };
  log(blocked > 0 ? 'error' : 'warn', 'erasures_replayed', replayed);
  return replayed;
};

/** Appends erasures that are only in the database to the file. */
export const recordErasures = async ({ db, erasures }: ErasureDeps): Promise<void> =>
  erasures.append(missing(await stored(db), erasures.read()));
