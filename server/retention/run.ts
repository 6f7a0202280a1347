import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { faultOf } from '#server/http/log.ts';
import { syncErasures } from './erasures.ts';
import { firstId, type PassName, passes, passNames } from './passes.ts';

/** Rows that were due, by class; unless it was a report, they are deleted or anonymised. */
export type RetentionCounts = Record<PassName, number>;
export type RetentionResult = { isReport: boolean; isDone: boolean; counts: RetentionCounts };

type Desk = Pick<Deps, 'db' | 'vault' | 'retention' | 'erasures' | 'log'>;

/** Heartbeat: without a refresh within this time the run's process has crashed. */
const heardOf = sql<Date>`now() + interval '2 minutes'`;
/** Four in the morning at the venue, when few people buy. */
const tomorrow = sql<Date>`((((now() at time zone 'Asia/Tokyo')::date + 1) + time '04:00') at time zone 'Asia/Tokyo')`;
/** Longest pause between two batches, ms. */
const longestRest = 250;
const inAnHour = sql<Date>`now() + interval '1 hour'`;

const noCounts = (): RetentionCounts =>
  Object.fromEntries(passNames.map((name) => [name, 0])) as Record<PassName, number>;

const openState = ({ db }: Pick<Desk, 'db'>) =>
  db
    .insertInto('retention_state')
    .values({ counts: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Claims a due run; null when none is due or another process runs it. */
const claim = async (desk: Desk): Promise<{ awaits_confirmation: boolean } | null> => {
  await openState(desk);
  const claimed = await desk.db
    .updateTable('retention_state')
    .set({ running_until: heardOf })
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`(running_until is null or running_until < now())`)
    .returning('awaits_confirmation')
    .executeTakeFirst();
  return claimed ?? null;
};

/** Runs all batches of all passes, until they end or `isStopped`. */
const walk = async (desk: Desk, isDry: boolean, isStopped: () => boolean) => {
  const counts = noCounts();
  let batches = 0;
  for (const name of passNames) {
    for (let from: string | null = firstId; from !== null; ) {
      if (isStopped()) return { counts, batches, isDone: false };
      const began = performance.now();
      const batch = await passes[name](desk, from, isDry);
      /* Leaves at least half of the time to requests: the embedded database blocks the event loop while it works. Pauses are
         limited. */
      await rest(Math.min(longestRest, performance.now() - began));
      counts[name] += batch.count;
      batches += 1;
      from = batch.next;
      if (!isDry) await desk.db.updateTable('retention_state').set({ running_until: heardOf }).execute();
    }
  }
  return { counts, batches, isDone: true };
};

/** Whether anything may be deleted, by setting, else by the database: an upgraded one awaits an operator's confirmation. */
const mayDelete = ({ retention: { mode } }: Desk, awaitsConfirmation: boolean): boolean =>
  mode === 'as_stored' ? !awaitsConfirmation : mode === 'on';

/** Counts what is due now. Read-only. */
export const countDue = async (desk: Desk): Promise<RetentionCounts> => (await walk(desk, true, () => false)).counts;

/**
 * The daily retention run, in one of the processes: anonymises and deletes what is past its retention period, in small
 * transactions, or only reports. Returns null where no run is due. Throws when a batch fails; the next attempt is in an hour.
 */
const runDue = async (desk: Desk, isStopped: () => boolean): Promise<RetentionResult | null> => {
  const claimed = await claim(desk);
  if (!claimed) return null;
  const isReport = !mayDelete(desk, claimed.awaits_confirmation);
  const began = performance.now();
  let due_at = inAnHour;
  let result = { counts: noCounts(), batches: 0, isDone: false };
  try {
    if (!isReport) await syncErasures(desk);
    result = await walk(desk, isReport, isStopped);
    due_at = result.isDone ? tomorrow : sql<Date>`now()`;
  } finally {
    const { counts, isDone } = result;
    await desk.db
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
  if (!isReport) desk.log('info', isDone ? 'retention_done' : 'retention_paused', facts);
  else if (desk.retention.mode === 'report') desk.log('info', 'retention_report', facts);
  else desk.log('warn', 'retention_awaits_confirmation', { ...facts, because: 'npm run ops -- retention --apply' });
  return { isReport, isDone, counts };
};

/** `runDue` for a timer: never throws. `isStopped` ends it between two batches. */
export const runRetention = async (desk: Desk, isStopped: () => boolean = () => false): Promise<void> => {
  try {
    await runDue(desk, isStopped);
  } catch (thrown) {
    desk.log('error', 'retention_failed', faultOf(thrown));
  }
};

/** Confirms that runs may delete, and makes one due immediately. */
export const confirmRetention = async (desk: Desk): Promise<void> => {
  await openState(desk);
  await desk.db.updateTable('retention_state').set({ awaits_confirmation: false, due_at: sql`now()` }).execute();
};

/** Whether an operator must confirm, and the last run. */
export const retentionState = async (desk: Desk) => {
  await openState(desk);
  return desk.db.selectFrom('retention_state').selectAll().executeTakeFirstOrThrow();
};

/** Executes a due run for at most `seconds`; the rest continues in the background. Throws as `runDue`. */
export const runFor = (desk: Desk, seconds: number): Promise<RetentionResult | null> => {
  const until = performance.now() + seconds * 1_000;
  return runDue(desk, () => performance.now() > until);
};
