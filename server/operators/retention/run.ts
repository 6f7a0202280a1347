import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '#server/core/log.ts';
import { logUnlessUnavailable } from '#server/db/unavailable.ts';
import { type ErasureLog, recordErasures, replayErasures } from './erasures.ts';
import { firstId, type PassDeps, type PassName, passes, passNames } from './passes.ts';

/** Rows that were due, by class; unless it was a report, they are deleted or anonymised. */
export type RetentionCounts = Record<PassName, number>;
export type RetentionResult = { isReport: boolean; isDone: boolean; counts: RetentionCounts };

export type RetentionDeps = PassDeps & { erasures: ErasureLog; log: Log };

/** Heartbeat: without a refresh within this time the run's process has crashed. */
const heartbeatUntil = sql<Date>`now() + interval '2 minutes'`;
/** Four in the morning at the venue, when few people buy. */
const tomorrow = sql<Date>`((((now() at time zone 'Asia/Tokyo')::date + 1) + time '04:00') at time zone 'Asia/Tokyo')`;
/** Longest pause between two batches, ms. */
const maxPause = 250;
const inAnHour = sql<Date>`now() + interval '1 hour'`;

const noCounts = (): RetentionCounts =>
  Object.fromEntries(passNames.map((name) => [name, 0])) as Record<PassName, number>;

const ensureState = ({ db }: Pick<RetentionDeps, 'db'>) =>
  db
    .insertInto('retention_state')
    .values({ counts: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Claims a due run; null when none is due or another process runs it. */
const claim = async (deps: RetentionDeps): Promise<{ awaits_confirmation: boolean } | null> => {
  await ensureState(deps);
  const claimed = await deps.db
    .updateTable('retention_state')
    .set({ running_until: heartbeatUntil })
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`(running_until is null or running_until < now())`)
    .returning('awaits_confirmation')
    .executeTakeFirst();
  return claimed ?? null;
};

/** Runs all batches of all passes, until they end or `isStopped`. */
const runPasses = async (deps: RetentionDeps, isDry: boolean, isStopped: () => boolean) => {
  const counts = noCounts();
  let batches = 0;
  for (const name of passNames) {
    for (let from: string | null = firstId; from !== null; ) {
      if (isStopped()) return { counts, batches, isDone: false };
      const began = performance.now();
      const batch = await passes[name](deps, from, isDry);
      /* Leaves at least half of the time to requests: the embedded database blocks the event loop while it works. Pauses are
         limited. */
      await pause(Math.min(maxPause, performance.now() - began));
      counts[name] += batch.count;
      batches += 1;
      from = batch.next;
      if (!isDry) await deps.db.updateTable('retention_state').set({ running_until: heartbeatUntil }).execute();
    }
  }
  return { counts, batches, isDone: true };
};

/** Whether anything may be deleted, by setting, else by the database: an upgraded one awaits an operator's confirmation. */
const mayDelete = ({ retention: { mode } }: RetentionDeps, awaitsConfirmation: boolean): boolean =>
  mode === 'as_stored' ? !awaitsConfirmation : mode === 'on';

/** Counts what is due now. Read-only. */
export const countDue = async (deps: RetentionDeps): Promise<RetentionCounts> =>
  (await runPasses(deps, true, () => false)).counts;

/**
 * The daily retention run, in one of the processes: anonymises and deletes what is past its retention period, in small
 * transactions, or only reports. `isStopped` ends it between two batches. Returns null where no run is due. Throws when a batch fails;
 * the next attempt is in an hour.
 */
export const runDue = async (deps: RetentionDeps, isStopped: () => boolean): Promise<RetentionResult | null> => {
  const claimed = await claim(deps);
  if (!claimed) return null;
  const isReport = !mayDelete(deps, claimed.awaits_confirmation);
  const began = performance.now();
  let due_at = inAnHour;
  let result = { counts: noCounts(), batches: 0, isDone: false };
  try {
    if (!isReport) {
      await replayErasures(deps);
      await recordErasures(deps);
    }
    result = await runPasses(deps, isReport, isStopped);
    due_at = result.isDone ? tomorrow : sql<Date>`now()`;
  } finally {
    const { counts, isDone } = result;
    await deps.db
      .updateTable('retention_state')
      .set({
        due_at,
        running_until: null,
        ...(isDone ? { finished_at: sql`now()`, was_report: isReport, counts: JSON.stringify(counts) } : {}),
        ...(isDone && !isReport ? { awaits_confirmation: false } : {}),
      })
      .execute();
  }
  const { counts, batches, isDone } = result;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const facts = { ...counts, batches, seconds };
  if (!isReport) deps.log('info', isDone ? 'retention_done' : 'retention_paused', facts);
  else if (deps.retention.mode === 'report') deps.log('info', 'retention_report', facts);
  else deps.log('warn', 'retention_awaits_confirmation', { ...facts, because: 'npm run ops -- retention --apply' });
  return { isReport, isDone, counts };
};

/** `runDue` for a timer: never throws. */
export const runRetention = async (deps: RetentionDeps, isStopped: () => boolean = () => false): Promise<void> => {
  try {
    await runDue(deps, isStopped);
  } catch (thrown) {
    logUnlessUnavailable(deps.log, 'retention_failed', thrown);
  }
};

/** Confirms that runs may delete, and makes one due immediately. */
export const confirmRetention = async (deps: RetentionDeps): Promise<void> => {
  await ensureState(deps);
  await deps.db.updateTable('retention_state').set({ awaits_confirmation: false, due_at: sql`now()` }).execute();
};

/** Whether an operator must confirm, and the last run. */
export const retentionState = async (deps: RetentionDeps) => {
  await ensureState(deps);
  return deps.db.selectFrom('retention_state').selectAll().executeTakeFirstOrThrow();
};
