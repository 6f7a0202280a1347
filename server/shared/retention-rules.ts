import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { retentionRanges as ranges } from '#src/sites/bounds.ts';

/** Retention periods of personal data (docs/settings.md). */
export const retentionEntries = {
  /**
   * `on` also deletes in an upgraded shop, `report` never deletes; without it a new shop deletes, an upgraded one
   * reports until `npm run ops -- retention --apply`.
   */
  RETENTION: v.optional(v.picklist(['on', 'report'], 'on or report')),
  /** Days until the personal data of an expired or cancelled order is removed (these six: personal-data.md). */
  RETENTION_UNPAID_DAYS: v.optional(wholeNumber(...ranges.unpaidDays, 5), '1'),
  /** Days mails, and addresses after leaving a newsletter, are stored. */
  RETENTION_MAIL_DAYS: v.optional(wholeNumber(...ranges.mailDays, 5), '30'),
  /** Days after the last visit until a paid order is anonymised; its accounts remain. */
  RETENTION_VISIT_DAYS: v.optional(wholeNumber(...ranges.visitDays, 5), '400'),
  /** Years records of sales are stored, without a person, after the tax period. */
  RETENTION_INVOICE_YEARS: v.optional(wholeNumber(...ranges.invoiceYears, 5), '7'),
  /** Days you store backups; shown to visitors, not enforced. */
  RETENTION_BACKUP_DAYS: v.optional(wholeNumber(...ranges.backupDays, 5), '30'),
  /**
   * File that records erasures (hashes), so that a restored dump does not undo them, on a volume that outlives the
   * database; `DATA_DIR/erasures.jsonl` without it.
   */
  ERASURE_LOG: v.optional(v.string()),
};

type RetentionEnv = v.InferOutput<v.ObjectSchema<typeof retentionEntries, undefined>>;

/** Retention periods by the settings, and whether the retention run may delete. */
export const retentionOf = (env: RetentionEnv) => ({
  mode: env.RETENTION ?? ('as_stored' as const),
  unpaidDays: env.RETENTION_UNPAID_DAYS,
  mailDays: env.RETENTION_MAIL_DAYS,
  visitDays: env.RETENTION_VISIT_DAYS,
  invoiceYears: env.RETENTION_INVOICE_YEARS,
  backupDays: env.RETENTION_BACKUP_DAYS,
});
export type RetentionRules = ReturnType<typeof retentionOf>;

/** The rules for a site: the server's where the site sets none. */
export const retentionAt = (
  { retention, sites }: { retention: RetentionRules; sites: Sites },
  site: SiteCode,
): RetentionRules => ({ ...retention, ...sites.operationOf(site).retention });
