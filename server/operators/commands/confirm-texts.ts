import type { Confirmed, FileDifference, Overdue } from '#server/payments/daily-file.ts';
import { yenDigits } from '#src/domain/money.ts';
import { type BilingualText, filled, joined } from './bilingual-text.ts';
import texts from './texts.json' with { type: 'json' };

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
