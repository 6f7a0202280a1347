import * as v from 'valibot';
import { line } from '#server/core/shown.ts';
import { type Erased, erasePerson, planErasure } from '#server/operators/retention/erase.ts';
import { recordErasures, replayErasures } from '#server/operators/retention/erasures.ts';
import { exportPerson, type PersonExport } from '#server/operators/retention/export.ts';
import { passNames } from '#server/operators/retention/passes.ts';
import { mailOf } from '#server/operators/retention/person.ts';
import {
  confirmRetention,
  countDue,
  type RetentionCounts,
  type RetentionResult,
  retentionState,
  runDue,
} from '#server/operators/retention/run.ts';
import { readReceiptCopy } from '#server/tickets/receipt.ts';
import { venueDay } from '#src/domain/dates.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { Receipt } from '#src/domain/receipt.ts';
import { Flag, Lang, ReservationNumber, typed } from './fields.ts';
import { local, operation, reading } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined } from './texts.ts';

const { personal } = texts;

const listed = (counts: RetentionCounts): BilingualText =>
  both((locale) => passNames.map((name) => `  ${texts.retention[name][locale]}: ${counts[name]}`).join('\n'));

/** Data past its retention period, and when it will be deleted. */
const dueText = (counts: RetentionCounts, awaits: boolean, last: string | null): BilingualText =>
  joined([
    personal.due,
    listed(counts),
    last ? filled(personal.last_run, { last }) : personal.no_run,
    awaits ? personal.awaits : personal.next_run,
  ]);

const retentionText = (result: RetentionResult | null): BilingualText => {
  if (!result) return personal.elsewhere;
  if (result.isReport) return personal.report_only;
  return joined([result.isDone ? personal.done : personal.begun, listed(result.counts)]);
};

/** Describes an erasure, planned or done, and where copies remain. */
const erasedText = (counts: Erased, isDone: boolean, days: number): BilingualText => {
  const { orders, tickets, mails, subscriptions, link_requests } = counts;
  const { cancelled_orders, cancelled_tickets, kept_yen, refund_due_yen } = counts;
  const isCancelling = cancelled_orders + cancelled_tickets > 0;
  const refund = isDone ? personal.refund_goes_on : personal.refund_needs_cancel;
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

const exportedText = (data: PersonExport): BilingualText =>
  filled(personal.exported, {
    orders: data.orders.length,
    paid: data.orders.filter(({ status }) => status === 'paid').length,
    tickets: data.tickets.length,
    sent: data.tickets_sent.length,
    mails: data.mails.length,
    newsletters: data.newsletters.length,
  });

const receiptText = (receipt: Receipt): BilingualText => {
  const { number, total, issuer, product_name } = receipt;
  const day = venueDay(receipt.date);
  const lines = receipt.lines.map(({ name, quantity, amount }) => line`  ${name} × ${quantity}  ¥${yenDigits(amount)}`);
  const taxes = receipt.taxes.map(({ rate, tax }) => `  ${rate} %: ¥${yenDigits(tax)}`);
  const head = [line`${number}  ${day}  ${issuer.name} ${issuer.invoice_number}`, line`${product_name}`, ...lines];
  const sum = filled(personal.receipt_total, { total: yenDigits(total) });
  const refunds = receipt.refunds.map(({ date, rate, amount, tax }) =>
    filled(personal.receipt_refund, { date: venueDay(date), rate, amount: yenDigits(amount), tax: yenDigits(tax) }),
  );
  return joined([both((locale) => [...head, sum[locale], ...taxes].join('\n')), ...refunds]);
};

const Mail = v.pipe(
  v.string(),
  v.transform(comparedMail),
  v.regex(/@/, 'must be a mail address'),
  v.maxLength(254),
  v.description('Mail address of the person.'),
);

/** Milliseconds an operator waits for a retention run; a longer one continues in the background. */
const waitsFor = 60_000;

export const personalDataOperations = {
  retention: operation({
    does: 'Counts the personal data past its retention period (settings RETENTION_*).',
    details:
      'With --apply it is deleted now. In a shop that was upgraded this also allows the daily run to delete from now on.',
    ...local,
    writes: true,
    dryRun: 'own',
    input: v.object({ apply: Flag('Delete it.') }),
    run: async ({ deps }, { apply }) => {
      if (!apply) {
        const state = await retentionState(deps);
        const counts = await countDue(deps);
        const { mode } = deps.retention;
        const awaits_confirmation = mode === 'report' || (mode === 'as_stored' && state.awaits_confirmation);
        /* A run that only reported deleted nothing, so it does not count. */
        const last_run = state.was_report ? null : (state.finished_at?.toISOString() ?? null);
        const facts = { counts, awaits_confirmation, last_run };
        return { text: dueText(counts, awaits_confirmation, last_run), facts };
      }
      const until = performance.now() + waitsFor;
      const isForbidden = deps.retention.mode === 'report';
      if (!isForbidden) await confirmRetention(deps);
      const result = isForbidden
        ? { isReport: true, isDone: true, counts: await countDue(deps) }
        : await runDue(deps, () => performance.now() > until);
      return { text: retentionText(result), facts: { ...result } };
    },
  }),
  export: operation({
    does: 'Writes everything stored about a person, as JSON: to a new file that only you can read, or to stdout.',
    ...reading,
    cli: { args: ['who'], out: 'data' },
    input: v.object({
      who: typed('Mail address, or the reservation number of a ticket that the person holds.', 254),
    }),
    reply: { data: v.looseObject({}) },
    run: async ({ deps: { db, log }, site }, { who }) => {
      const data = await exportPerson(db, { mail: await mailOf(db, who, site), site, before: null });
      log('info', 'personal_data_exported', { orders: data.orders.length, tickets: data.tickets.length });
      return { text: exportedText(data), facts: { data } };
    },
  }),
  erase: operation({
    does: 'Reports what would be erased of a person; with --apply it is erased, all or nothing.',
    details: `Accounts stay, without a person. Refused while there are tickets for visits to come or open refunds: --cancel cancels
them, as cancel does.`,
    site: 'possible',
    scope: 'full',
    writes: true,
    dryRun: 'own',
    cli: { args: ['mail'] },
    input: v.object({ mail: Mail, apply: Flag('Erase it.'), cancel: Flag('Cancel tickets for visits to come.') }),
    reply: { counts: v.looseObject({}), applied: v.boolean() },
    run: async ({ deps, effectId: id, site }, { mail, apply, cancel: withCancel }) => {
      const subject = { mail, site, before: null };
      const counts = apply ? await erasePerson(deps, subject, { id, withCancel }) : await planErasure(deps, subject);
      if (apply) {
        await recordErasures(deps);
        deps.log('info', 'personal_data_erased', { ...counts });
      }
      return { text: erasedText(counts, apply, deps.retention.backupDays), facts: { counts, applied: apply } };
    },
  }),
  replay: operation({
    does: 'After an older dump was loaded: erases again what was erased since (ERASURE_LOG). The daily run does so too.',
    details: 'There is no dry run: it repeats erasures that were asked for.',
    ...local,
    writes: true,
    run: async ({ deps }) => {
      const facts = await replayErasures(deps);
      return { text: filled(personal.replayed, facts), facts };
    },
  }),
  receipt: operation({
    does: 'Writes the venue’s copy of a receipt, for as long as records of sales are stored.',
    ...reading,
    cli: { args: ['reservation_number'] },
    input: v.object({ reservation_number: ReservationNumber, lang: Lang }),
    reply: { receipt: v.looseObject({}) },
    run: async ({ deps, site }, { reservation_number, lang }) => {
      const receipt = await readReceiptCopy(deps, reservation_number, lang, site);
      return { text: receiptText(receipt), facts: { receipt } };
    },
  }),
};
