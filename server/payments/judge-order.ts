import type { LedgerEntry } from '#server/payments/providers/adapter.ts';
import { type AttemptRow, alarmOf } from './alarms.ts';
import { confirmedWithin } from './daily-file.ts';

/** Money we should hold for an order: its paid attempts. A refund, also of a part, is excluded from the moment it is due. */
export const owedOf = (rows: readonly AttemptRow[]): number =>
  rows.reduce((sum, { state, amount, parts_refunded }) => sum + (state === 'paid' ? amount - parts_refunded : 0), 0);

const sumOf = (entries: readonly LedgerEntry[], side: 'captured' | 'refunded'): number =>
  entries.reduce((sum, entry) => sum + (entry.kind === 'known' ? entry[side] : 0), 0);

/**
 * Compares an order's attempts, the oldest first, with the provider's ledger entries; null when all match. `differs`: from the ledger;
 * `silence`: the provider did not reply; `disputed`: the bank is asked to take it back; `unconfirmed`: accepted on a notice alone, and
 * the provider's daily file may still confirm it; `unaskable`: the provider has no call for it, so a person must compare.
 */
export const judgeOrder = (rows: readonly AttemptRow[], entries: readonly LedgerEntry[]) => {
  const last = rows.at(-1);
  if (!last) return null;
  const [owed, captured, refunded] = [owedOf(rows), sumOf(entries, 'captured'), sumOf(entries, 'refunded')];
  const unconfirmed = entries.flatMap((entry) => (entry.kind === 'unconfirmed' ? [entry.since.getTime()] : []));
  const isOverdue = unconfirmed.some((time) => Date.now() - time > confirmedWithin * 24 * 3_600_000);
  /* An entry that says nothing comes before a difference of the sums. An overdue one is a difference: no money was captured for it. */
  const open = isOverdue ? (['silence'] as const) : (['silence', 'unconfirmed', 'unaskable'] as const);
  const inconclusive = open.find((kind) => entries.some((entry) => entry.kind === kind));
  const isDisputed = owed > 0 && entries.some((entry) => entry.kind === 'known' && entry.isDisputed);
  const isRefused = rows.some(({ alarm }) => alarm === 'part_refused');
  const isDifferent = captured - refunded !== owed || isRefused;
  const kind = inconclusive ?? (isDifferent ? ('differs' as const) : isDisputed ? ('disputed' as const) : null);
  if (kind === null) return null;
  /** When a payment was accepted that no daily file has confirmed yet. */
  const unconfirmedSince = unconfirmed.length > 0 ? new Date(Math.min(...unconfirmed)).toISOString() : null;
  const { order_id: order, number, site, method, status } = last;
  /** When our side last changed. */
  const since = new Date(Math.max(...rows.map(({ asked_at }) => asked_at.getTime()))).toISOString();
  const attempts = rows.map(({ state }) => state);
  /** Why a person must look at it, since it moved after our row was final. */
  const alarm = rows.map(alarmOf).find((one) => one !== null) ?? null;
  /** Yen: what we should hold for it, and what the provider has captured and refunded. */
  const sums = { owed, captured, refunded, isPartDue: rows.some(({ has_due_part }) => has_due_part) };
  return { kind, order, number, site, method, status, attempts, ...sums, since, alarm, unconfirmedSince };
};

/** An order whose money does not match. */
export type Unmatched = NonNullable<ReturnType<typeof judgeOrder>>;
