import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { retentionRanges as ranges } from '#src/sites/bounds.ts';

/**
 * `on` deletes, also in an upgraded shop; `report` never does. Without it the database decides: a new shop deletes, an upgraded
 * one reports until an operator confirms.
 */
const Mode = v.picklist(['on', 'report'], 'on or report');

/** Retention periods of personal data (table in server/README.md). */
export const retentionEntries = {
  RETENTION: v.optional(Mode),
  RETENTION_UNPAID_DAYS: v.optional(wholeNumber(...ranges.unpaidDays, 5), '1'),
  RETENTION_MAIL_DAYS: v.optional(wholeNumber(...ranges.mailDays, 5), '30'),
  RETENTION_VISIT_DAYS: v.optional(wholeNumber(...ranges.visitDays, 5), '400'),
  RETENTION_INVOICE_YEARS: v.optional(wholeNumber(...ranges.invoiceYears, 5), '7'),
  RETENTION_BACKUP_DAYS: v.optional(wholeNumber(...ranges.backupDays, 5), '30'),
  ERASURE_LOG: v.optional(v.string()),
};

type RetentionEnv = v.InferOutput<v.ObjectSchema<typeof retentionEntries, undefined>>;

/** Retention periods, and whether the retention run may delete. */
export type RetentionRules = {
  mode: 'on' | 'report' | 'as_stored';
  unpaidDays: number;
  mailDays: number;
  visitDays: number;
  invoiceYears: number;
  /** How long the venue declares to store backups: shown to visitors, not enforced here. */
  backupDays: number;
};

/** The rules for a site: the server's where the site has none of its own. */
export const retentionAt = (
  { retention, sites }: { retention: RetentionRules; sites: Sites },
  site: SiteCode,
): RetentionRules => ({ ...retention, ...sites.operationOf(site).retention });

/** Maps the settings to retention rules. */
export const retentionOf = (env: RetentionEnv): RetentionRules => ({
  mode: env.RETENTION ?? 'as_stored',
  unpaidDays: env.RETENTION_UNPAID_DAYS,
  mailDays: env.RETENTION_MAIL_DAYS,
  visitDays: env.RETENTION_VISIT_DAYS,
  invoiceYears: env.RETENTION_INVOICE_YEARS,
  backupDays: env.RETENTION_BACKUP_DAYS,
});

/** The rules of a shop without settings of its own. */
export const defaultRetention: RetentionRules = retentionOf(v.parse(v.object(retentionEntries), {}));
