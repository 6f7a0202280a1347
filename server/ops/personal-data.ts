import * as v from 'valibot';
import { erasePerson, planErasure } from '#server/retention/erase.ts';
import { recordErasures, replayErasures } from '#server/retention/erasures.ts';
import { exportPerson } from '#server/retention/export.ts';
import { mailOf } from '#server/retention/person.ts';
import { confirmRetention, countDue, retentionState, runFor } from '#server/retention/run.ts';
import { invalid } from '#server/shared/problem.ts';
import { readReceiptCopy } from '#server/tickets/receipt.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { command } from './command.ts';
import type { OpsDeps } from './deps.ts';
import { dueText, erasedText, exportedText, receiptText, replayedText, retentionText } from './personal-data-texts.ts';

const Flag = v.optional(v.boolean(), false);
const Site = v.optional(v.nullable(SiteCodeSchema), null);
const Mail = v.pipe(v.string(), v.trim(), v.includes('@', 'a mail address'), v.maxLength(254));

/** A mistyped site would find no data, as if there were none. */
const mustKnow = ({ sites }: Pick<OpsDeps, 'sites'>, site: SiteCode | null): void => {
  if (site !== null && !sites.has(site))
    throw invalid('site', `Not among the sites of this server: ${[...sites].join(', ')}.`);
};

/** Seconds an operator waits for a retention run; a longer one continues in the background. */
const waitsFor = 60;

/** The operator's commands about personal data: report, retention, export, erasure. */
export const personalDataCommands = {
  retention: command({
    input: v.object({ apply: Flag }),
    run: async ({ deps }, { apply }) => {
      if (!apply) {
        const state = await retentionState(deps);
        const counts = await countDue(deps);
        const { mode } = deps.retention;
        const awaits = mode === 'report' || (mode === 'as_stored' && state.awaits_confirmation);
        const last = state.was_report ? null : (state.finished_at?.toISOString() ?? null);
        return {
          text: dueText(counts, awaits, last),
          facts: { counts, awaits_confirmation: awaits, last_run: last },
        };
      }
      if (deps.retention.mode !== 'report') await confirmRetention(deps);
      const result = await runFor(deps, waitsFor);
      return { text: retentionText(result), facts: { ...result } };
    },
  }),
  export: command({
    input: v.object({ who: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254)), site: Site }),
    run: async ({ deps: { db, log, sites } }, { who, site }) => {
      mustKnow({ sites }, site);
      const data = await exportPerson(db, { mail: await mailOf(db, who), site, before: null });
      log('info', 'personal_data_exported', { orders: data.orders.length, tickets: data.tickets.length });
      return { text: exportedText(data), facts: { data } };
    },
  }),
  erase: command({
    input: v.object({ mail: Mail, site: Site, apply: Flag, cancel: Flag }),
    run: async ({ deps, effectId: id }, { mail, site, apply, cancel: withCancel }) => {
      mustKnow(deps, site);
      const subject = { mail: comparedMail(mail), site, before: null };
      const counts = apply ? await erasePerson(deps, subject, { id, withCancel }) : await planErasure(deps, subject);
      if (apply) {
        await recordErasures(deps);
        deps.log('info', 'personal_data_erased', { ...counts });
      }
      return { text: erasedText(counts, apply, deps.retention.backupDays), facts: { counts, applied: apply } };
    },
  }),
  replay: command({
    input: v.object({}),
    run: async ({ deps }) => {
      const facts = await replayErasures(deps);
      return { text: replayedText(facts), facts };
    },
  }),
  receipt: command({
    input: v.object({
      reservation_number: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)),
      lang: v.optional(LangSchema, 'ja'),
    }),
    run: async ({ deps }, { reservation_number, lang }) => {
      const receipt = await readReceiptCopy(deps, reservation_number, lang);
      return { text: receiptText(receipt), facts: { receipt } };
    },
  }),
};
