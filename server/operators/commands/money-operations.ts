import * as v from 'valibot';
import { CsvFault } from '#server/core/csv.ts';
import { isLive } from '#server/db/scoped.ts';
import { readStored } from '#server/operators/preflight/catalogues.ts';
import { usualAge } from '#server/payments/alarms.ts';
import {
  type Confirmed,
  confirmedWithin,
  confirmPayments,
  type FileDifference,
  type Overdue,
} from '#server/payments/daily-file.ts';
import type { Unmatched } from '#server/payments/judge-order.ts';
import { type FileRow, readSoftbankFile } from '#server/payments/providers/softbank/file.ts';
import { type Reconciled, reconcile } from '#server/payments/reconcile.ts';
import { markReturned, type Unapplied } from '#server/payments/unapplied.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { Problem } from '#server/shared/problem.ts';
import { yenDigits } from '#src/domain/money.ts';
import { wholeNumber } from './fields.ts';
import { local, operation } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined } from './texts.ts';

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
const reconciledText = ({ orders, unmatched, unapplied, unlisted, ...sums }: Reconciled): BilingualText => {
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
const confirmedText = ({ differences, overdue, ...counts }: Confirmed, days: number): BilingualText => {
  const head = { ...counts, days, differs: differences.length, overdue: overdue.length };
  return joined([filled(texts.confirmed.head, head), ...differences.map(differenceLine), ...overdue.map(overdueLine)]);
};

const rowsIn = (text: string): FileRow[] => {
  try {
    return readSoftbankFile(text);
  } catch (thrown) {
    if (!(thrown instanceof CsvFault)) throw thrown;
    throw new Problem('invalid_input', { errors: [{ pointer: '#/file', detail: thrown.message }] });
  }
};

const days = (about: string, usual: number) => v.optional(wholeNumber(1, 366, about), usual);
const ageAbout = 'Seconds: orders that moved later are left out, since their payment may be on its way.';

export const moneyOperations = {
  confirm: operation({
    does: 'Imports the provider’s daily file of payments (Shift_JIS or UTF-8), and lists what does not agree.',
    details: `Confirms Alipay payments, which cannot be looked up, and lists rows and payments that do not agree. The columns, named
in the first line, in any order: 受注ID (or order_id), トラッキングID (tracking_id), 支払方法 (pay_method), 処理区分 (type),
金額 (amount). The same file again changes nothing. There is no dry run, since money may go back while it is read.`,
    ...local,
    writes: true,
    cli: { args: ['provider', 'text'], files: ['text'], hasCheck: true },
    input: v.object({
      provider: v.picklist(['softbank']),
      text: v.string(),
      days: days('When an unconfirmed payment is overdue.', confirmedWithin),
    }),
    run: async ({ deps }, { text, days: within }) => {
      const facts = await confirmPayments(deps, rowsIn(text), within);
      return { text: confirmedText(facts, within), facts: { ...facts, days: within } };
    },
  }),
  reconcile: operation({
    does: 'Queries the providers’ ledgers about the orders of the last days, and lists what does not match. Only looks.',
    details: `The money kept must be what the valid payments say. Alipay payments wait for the daily file: listed for three days, a
difference after that.`,
    ...local,
    writes: false,
    cli: { hasCheck: true },
    input: v.object({
      days: days('How far back; 7 without it. For a month’s books: 40.', 7),
      age: v.optional(wholeNumber(0, 86_400, ageAbout), usualAge),
    }),
    run: async ({ deps }, range) => {
      const facts = await reconcile(deps, range);
      return { text: reconciledText(facts), facts: { ...range, ...facts } };
    },
  }),
  returned: operation({
    does: 'Notes that you gave back, at the provider, money that no order could get. `reconcile` lists it.',
    ...local,
    writes: true,
    dryRun: 'rehearsed',
    cli: { args: ['payment', 'id'] },
    input: v.object({ payment: v.pipe(v.string(), v.uuid()), id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) }),
    run: async ({ deps }, { payment, id }) => {
      const amount = await markReturned(deps.db, payment, id);
      if (amount === null) throw new OperatorProblem('no_payment', { id });
      const text = filled(texts.reconciled.returned, { id, yen: yenDigits(amount) });
      return { text, facts: { payment, id, amount } };
    },
  }),
  check: operation({
    does: 'Prints each setting that keeps a server with this environment from starting, with the site it is for.',
    details:
      'Starts and changes nothing; works without a running server. Exit code 1 when something is missing or wrong.',
    ...local,
    writes: false,
    run: async ({ deps }) => {
      const stored = await readStored(deps.db, deps.sites);
      return { text: texts.catalogue.offered, facts: { ...stored, owners: Object.fromEntries(stored.owners ?? []) } };
    },
  }),
};
