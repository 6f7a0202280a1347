import { line } from '#server/core/shown.ts';
import type { Erased } from '#server/operators/retention/erase.ts';
import type { PersonExport } from '#server/operators/retention/export.ts';
import { passNames } from '#server/operators/retention/passes.ts';
import type { RetentionCounts, RetentionResult } from '#server/operators/retention/run.ts';
import { venueDay } from '#src/domain/dates.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { Receipt } from '#src/domain/receipt.ts';
import { type BilingualText, both, filled, joined } from './bilingual-text.ts';
import texts from './texts.json' with { type: 'json' };

const { personal } = texts;

const listed = (counts: RetentionCounts): BilingualText =>
  both((locale) => passNames.map((name) => `  ${texts.retention[name][locale]}: ${counts[name]}`).join('\n'));

/** Data past its retention period, and when it will be deleted. */
export const dueText = (counts: RetentionCounts, awaits: boolean, last: string | null): BilingualText =>
  joined([
    personal.due,
    listed(counts),
    last ? filled(personal.last_run, { last }) : personal.no_run,
    awaits ? personal.awaits : personal.next_run,
  ]);

export const retentionText = (result: RetentionResult | null): BilingualText => {
  if (!result) return personal.elsewhere;
  if (result.isReport) return personal.report_only;
  return joined([result.isDone ? personal.done : personal.begun, listed(result.counts)]);
};

/** Describes an erasure, planned or done, and where copies remain. */
export const erasedText = (counts: Erased, isDone: boolean, days: number): BilingualText => {
  const { cancelled_orders, cancelled_tickets, kept_yen, refund_due_yen } = counts;
  const isCancelling = cancelled_orders + cancelled_tickets > 0;
  const refund = isDone ? personal.refund_goes_on : personal.refund_needs_cancel;
  const { orders, tickets, mails, subscriptions, link_requests } = counts;
  if (orders + tickets + mails + subscriptions + link_requests + cancelled_orders + cancelled_tickets === 0)
    return personal.nothing_stored;
  return filled(
    joined([
      isDone ? personal.erased : personal.to_erase,
      ...(isCancelling ? [isDone ? personal.cancelled : personal.to_cancel] : []),
      ...(refund_due_yen > 0 ? [refund] : []),
      personal.copies,
      ...(isDone ? [] : [personal.unchanged]),
    ]),
    {
      ...counts,
      days,
      rows: filled(personal.rows, counts),
      kept: yenDigits(kept_yen),
      refund: yenDigits(refund_due_yen),
      cancel: isCancelling || refund_due_yen > 0 ? ' --cancel' : '',
    },
  );
};

export const exportedText = (data: PersonExport): BilingualText =>
  filled(personal.exported, {
    orders: data.orders.length,
    paid: data.orders.filter(({ status }) => status === 'paid').length,
    tickets: data.tickets.length,
    sent: data.tickets_sent.length,
    mails: data.mails.length,
    newsletters: data.newsletters.length,
  });

export const receiptText = (receipt: Receipt): BilingualText => {
  const { number, total, issuer, product_name } = receipt;
  const date = venueDay(receipt.date);
  const lines = receipt.lines.map(({ name, quantity, amount }) => line`  ${name} × ${quantity}  ¥${yenDigits(amount)}`);
  const taxes = receipt.taxes.map(({ rate, tax }) => `  ${rate} %: ¥${yenDigits(tax)}`);
  const head = [line`${number}  ${date}  ${issuer.name} ${issuer.invoice_number}`, line`${product_name}`, ...lines];
  const sum = filled(personal.receipt_total, { total: yenDigits(total) });
  const refunds = receipt.refunds.map((one) =>
    filled(personal.receipt_refund, {
      ...{ date: venueDay(one.date), rate: one.rate },
      ...{ amount: yenDigits(one.amount), tax: yenDigits(one.tax) },
    }),
  );
  return joined([both((locale) => [...head, sum[locale], ...taxes].join('\n')), ...refunds]);
};
