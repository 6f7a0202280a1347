import { sql } from 'kysely';
import { type Method, methods } from '#src/domain/payment.ts';
import { every } from './core/every.ts';
import { fewAtOnce } from './core/few-at-once.ts';
import { faultOf } from './core/log.ts';
import type { DiskWatch } from './db/disk.ts';
import { deleteOldKeys } from './db/effects.ts';
import { type Db, inTransaction, type Tx } from './db/open.ts';
import { liveStates } from './db/scoped.ts';
import { isBusy, isUnavailable } from './db/unavailable.ts';
import { forgetAddresses } from './orders/holds/hold-limit.ts';
import { expireHolds } from './orders/holds/holds.ts';
import { deleteOldPlaces, type WaitingRoom } from './orders/waiting-room/waiting-room.ts';
import { askProvider } from './payments/ask-provider.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { samplePayments, wantedLookUps } from './payments/look-ups.ts';
import { payPart } from './payments/part-refund.ts';
import type { Attempt } from './payments/providers/adapter.ts';
import { providerOf } from './payments/providers/contract-owners.ts';
import { compareWanted } from './payments/reconcile.ts';
import { payRefund } from './payments/refund.ts';
import { deleteOldReferences } from './payments/return-references.ts';
import { lockSeeds } from './shared/lock-seeds.ts';
import { deleteOldUses } from './shared/rate-limit.ts';
import { handleLinkRequests } from './tickets/links.ts';

/** Tables in which many requests, even refused ones, insert, update or delete rows. */
const tables = [
  'idempotency',
  'tries',
  'link_requests',
  'waiting_places',
  'return_references',
  'effects',
  'payments',
] as const;

/** Frees the space of deleted rows for new ones, as autovacuum does at PostgreSQL: the embedded database has none. */
const vacuumEmbedded = async ({ db, embedded }: { db: Db; embedded: boolean }): Promise<void> => {
  if (embedded) await sql`vacuum ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
};

/** Live payments that no client polls any more: their order has ended, or the call that started them (30 s at most) was lost. */
const abandoned = (db: Db, ofProvider: readonly Method[]) =>
  samplePayments(db, ofProvider)
    .selectAll('payments')
    .where('payments.state', 'in', liveStates)
    .where(
      sql<boolean>`(orders.status not in ('open', 'checking') or orders.hold_until <= now()
        or (payments.state = 'started' and payments.asked_at < now() - interval '45 seconds'))`,
    )
    .execute();

const dueRefunds = (db: Db, ofProvider: readonly Method[]) =>
  samplePayments(db, ofProvider)
    .select('payments.id')
    .where('state', '=', 'refund_due')
    .where('alarm', 'is', null)
    .execute();

const dueParts = (db: Db, ofProvider: readonly Method[]) =>
  samplePayments(db, ofProvider)
    .innerJoin('part_refunds', 'payment_id', 'payments.id')
    .select('part_refunds.id')
    .where('part_refunds.state', '=', 'due')
    .execute();

/** Runs a job in a transaction, unless another process runs it or another of these jobs: processes do not wait for each other. */
const inOneProcess = (db: Db, job: (tx: Tx) => Promise<unknown>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const lock = sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockSeeds.sweep)}) as is_free`;
    const { rows } = await lock.execute(tx);
    if (rows[0]?.is_free) await job(tx);
  });

/* Only earlier releases store notices. */
const deleteOldNotices = (tx: Tx): Promise<unknown> =>
  tx.deleteFrom('webhook_events').where('received_at', '<', sql<Date>`now() - interval '30 days'`).execute();

type SweepDeps = PaymentDeps & {
  disk: DiskWatch;
  embedded: boolean;
  waitingRoom: WaitingRoom;
  life: { isEnding: boolean };
};

/** Runs the jobs of one round and logs what fails; those that are left do not begin when the database is away or the server ends. */
const attempting = ({ disk, life, log }: SweepDeps) => {
  let isAway = disk.isFull();
  return async (event: string, work: () => Promise<unknown>): Promise<void> => {
    if (isAway || life.isEnding) return;
    try {
      await work();
    } catch (thrown) {
      /* The outage was already logged; the next run tries again. */
      if (isUnavailable(thrown)) isAway = true;
      else log(isBusy(thrown) ? 'warn' : 'error', event, faultOf(thrown));
    }
  };
};

const sweepDatabase = async (deps: SweepDeps): Promise<void> => {
  const attempt = attempting(deps);
  await attempt('sweep_holds', () => expireHolds(deps.db));
  await attempt('sweep_queue', deps.waitingRoom.run);
  await attempt('sweep_places', () => inOneProcess(deps.db, deleteOldPlaces));
  await attempt('sweep_links', () => handleLinkRequests(deps));
  await attempt('sweep_keys', () => inOneProcess(deps.db, deleteOldKeys));
  await attempt('sweep_tries', () => inOneProcess(deps.db, deleteOldUses));
  await attempt('sweep_references', () => inOneProcess(deps.db, deleteOldReferences));
  await attempt('sweep_addresses', () => inOneProcess(deps.db, (tx) => forgetAddresses(tx, deps)));
  await attempt('sweep_notices', () => inOneProcess(deps.db, deleteOldNotices));
  await attempt('sweep_space', () => vacuumEmbedded(deps));
};

const sweepPayments = async (deps: SweepDeps, ofProvider: readonly Method[]): Promise<void> => {
  const attempt = attempting(deps);
  await attempt('sweep_payments', async () => {
    const end = (payment: Attempt) =>
      attempt('sweep_payment', () => askProvider(deps, payment, { how: 'cancel', urgency: 'end' }));
    await fewAtOnce(await abandoned(deps.db, ofProvider), end);
  });
  await attempt('sweep_look_ups', async () => {
    const poll = (payment: Attempt) =>
      attempt('sweep_look_up', () => askProvider(deps, payment, { urgency: 'due', isNotice: true }));
    await fewAtOnce(await wantedLookUps(deps.db, ofProvider), poll);
  });
  await attempt('sweep_refunds', async () => {
    const repeat = ({ id }: { id: string }) => attempt('sweep_refund', () => payRefund(deps, id));
    await fewAtOnce(await dueRefunds(deps.db, ofProvider), repeat);
    const repeatPart = ({ id }: { id: string }) => attempt('sweep_refund', () => payPart(deps, id));
    await fewAtOnce(await dueParts(deps.db, ofProvider), repeatPart);
  });
  await attempt('sweep_comparisons', () => compareWanted(deps, ofProvider));
};

const methodsByProvider = [...Map.groupBy(methods, (method) => providerOf(method) ?? method).values()];

/**
 * The periodic jobs. The first ends expired holds, admits from the waiting rooms, mails requested
 * links, deletes old keys, limits, places, return references and notices, and frees their space. The others poll one provider each
 * about abandoned payments (whose holds end afterwards) and look-ups that are still wanted, repeat its due refunds, and compare
 * money that a notice names: a silent provider delays nothing else. Safe in several processes at once. They never throw.
 */
export const sweepJobs = (deps: SweepDeps): (() => Promise<void>)[] => [
  () => sweepDatabase(deps),
  ...methodsByProvider.map((ofProvider) => () => sweepPayments(deps, ofProvider)),
];

/** Runs each periodic job every `ms`, independently of the others. Returns a function that stops them. */
export const startSweeping = (deps: SweepDeps, ms = 5_000): (() => Promise<unknown>) => {
  const stops = sweepJobs(deps).map((job) => every(ms, job));
  return () => Promise.all(stops.map((stop) => stop()));
};
