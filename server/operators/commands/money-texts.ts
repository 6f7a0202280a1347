import { isLive } from '#server/db/scoped.ts';
import { type Confirmed, confirmedWithin, type FileDifference, type Overdue } from '#server/payments/daily-file.ts';
import type { Unmatched } from '#server/payments/judge-order.ts';
import type { Reconciled } from '#server/payments/reconcile.ts';
import type { Unapplied } from '#server/payments/unapplied.ts';
import { yenDigits } from '#src/domain/money.ts';
import { type BilingualText, both, filled, joined } from './bilingual-text.ts';
import texts from './texts.json' with { type: 'json' };

const { advice, reconciled } = texts;

const adviceOn = (row: Unmatched): BilingualText => {
  const { kind, attempts, owed, captured, refunded, unconfirmedSince, alarm } = row;
  if (alarm?.kind === 'part_refused') return advice.part_refused;
  if (row.isPartDue) return advice.part_due;
  const over = captured - refunded - owed;
  if (unconfirmedSince !== null && kind === 'differs') return advice.in_no_file;
  if (kind !== 'differs') return advice[kind];
  if (attempts.includes('refund_due') && alarm)
    return alarm.kind === 'refund_failed' ? advice.refund_failed : advice.refund_refused;
  if (attempts.includes('refund_due')) return advice.refund_due;
  if (over > 0) return attempts.some(isLive) ? advice.not_written : advice.too_much;
  return advice.too_little;
};

/** Describes an order that does not match: our state, the provider's, since when, and the advice. */
const lineOf = (row: Unmatched): BilingualText => {
  const { kind, order, number, method, status, attempts, owed, captured, refunded, since, alarm } = row;
  const isKnown = kind === 'differs' || kind === 'disputed';
  const code = alarm?.code && ` (${alarm.code})`;
  const yen = `¥${yenDigits(Math.abs(captured - refunded - owed))}`;
  return filled(reconciled.row, {
    name: number ?? order,
    method,
    status,
    attempts: both((locale) => attempts.join(locale === 'en' ? ', ' : '、')),
    ours: yenDigits(owed),
    theirs: filled(isKnown ? reconciled.theirs : reconciled.theirs_unknown, {
      taken: yenDigits(captured),
      back: yenDigits(refunded),
    }),
    since,
    advice: filled(adviceOn(row), { yen, method, days: confirmedWithin, code: code ?? '' }),
  });
};

const unappliedLine = ({ amount, currency, payment, ...row }: Unapplied): BilingualText =>
  filled(reconciled.unapplied, {
    ...row,
    sum: currency === 'jpy' ? `¥${yenDigits(amount)}` : `${amount} ${currency}`,
    command: `npm run ops -- returned ${payment} ${row.id}`,
  });

/** The result of a comparison as text: a heading, the orders that do not match, refunds that a person has to make, and the sums. */
export const reconciledText = ({ orders, unmatched, unapplied, unlisted, ...sums }: Reconciled): BilingualText => {
  const count = (kind: Unmatched['kind']) => unmatched.filter((row) => row.kind === kind).length;
  const head = filled(reconciled.head, {
    orders,
    differs: count('differs') + count('disputed'),
    silence: count('silence'),
    unconfirmed: count('unconfirmed'),
    unaskable: count('unaskable'),
  });
  const more = unlisted > 0 ? [filled(reconciled.unlisted, { count: unlisted })] : [];
  const [owed, difference] = [yenDigits(sums.owed), yenDigits(sums.difference)];
  const sum = filled(reconciled.sum, { payments: sums.payments, owed, difference });
  return joined([head, ...unmatched.map(lineOf), ...unapplied.map(unappliedLine), ...more, sum]);
};

const problems: Readonly<Record<FileDifference['problem'], BilingualText>> = texts.file;

const differenceLine = (row: FileDifference): BilingualText =>
  filled(texts.confirmed.difference, {
    line: row.line,
    name: row.number ?? row.orderId,
    yen: yenDigits(row.amount),
    advice: filled(problems[row.problem], { ours: yenDigits(row.ours ?? 0) }),
  });

const overdueLine = ({ number, order, method, amount, since }: Overdue): BilingualText =>
  filled(texts.confirmed.overdue, { name: number ?? order, method, yen: yenDigits(amount), since });

/** The result of a daily file as text. `days`: after so many an unconfirmed payment is overdue. */
export const confirmedText = ({ differences, overdue, ...counts }: Confirmed, days: number): BilingualText => {
  const head = { ...counts, days, differs: differences.length, overdue: overdue.length };
  return joined([filled(texts.confirmed.head, head), ...differences.map(differenceLine), ...overdue.map(overdueLine)]);
};
