import { sql } from 'kysely';
import { line } from '#server/core/shown.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { Adapters } from '#server/payments/providers/adapter.ts';
import { inRolledBack } from '#server/shared/rolled-back.ts';
import { methods } from '#src/domain/payment.ts';
import type { Done, OperationContext } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined } from './texts.ts';

/** The database inside of a transaction: transactions of the operation become parts of it. */
const within = (tx: Tx): Db => {
  const inner: Db = new Proxy(tx, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute: (work: (own: Db) => unknown) => work(inner) });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return inner;
};

/** No provider is called: a refund counts as confirmed, so that everything that follows from it is reported. */
const silent = {
  start: async () => ({ kind: 'unknown' }) as const,
  poll: async () => ({ kind: 'unknown' }) as const,
  cancel: async () => ({ kind: 'unknown' }) as const,
  refund: async () => true,
  readLedger: async () => ({ kind: 'silence' }) as const,
};
const silentAdapters = (payments: Adapters): Adapters => {
  const adapters = { ...payments };
  const refundPart = async () => true;
  for (const method of methods) adapters[method] = payments[method]?.refundPart ? { ...silent, refundPart } : silent;
  return adapters;
};

/**
 * Runs an operation in a transaction that is rolled back, so that its dry run refuses exactly what it refuses, and reports what it
 * would report, with the mails that it would send. Providers are not called and nothing is logged.
 */
export const rehearse = (context: OperationContext, run: (context: OperationContext) => Promise<Done>) =>
  inRolledBack(context.deps.db, async (tx) => {
    const db = within(tx);
    const deps = {
      ...context.deps,
      db,
      unlimited: <T>(work: (own: Db) => Promise<T>) => work(db),
      payments: silentAdapters(context.deps.payments),
      log: () => undefined,
    };
    const done = await run({ ...context, deps });
    /* The rows that this transaction wrote. */
    const mails = await tx
      .selectFrom('outbox')
      .select(['kind', 'address as to'])
      .where(sql<boolean>`xmin = pg_current_xact_id()::xid`)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return { done, mails };
  });

const indented = (text: BilingualText): BilingualText => both((locale) => text[locale].replaceAll(/^/gm, '  '));

/** Text for a dry run: the report of the operation, the order as it is now, and the addresses of mails that would be sent. */
export const rehearsedText = (
  would: BilingualText,
  order: BilingualText | null,
  mails: readonly { kind: string; to: string }[],
): BilingualText => {
  const { head, order: about, mails: sent, no_mails: none } = texts.dry_run;
  const list = mails.map(({ kind, to }) => line`  ${kind} → ${to}`).join('\n');
  /* A token that was made and unmade must not look like one that works. */
  const shown = both((locale) => would[locale].replaceAll(/operator_[0-9a-f]{10}_[\w-]{43}/g, 'operator_…'));
  return joined([
    head,
    indented(shown),
    ...(order ? [about, indented(order)] : []),
    mails.length > 0 ? filled(sent, { list: both(() => list) }) : none,
  ]);
};
