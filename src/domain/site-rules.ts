import * as v from 'valibot';
import { SiteCodeSchema } from './site-code.ts';

/** The facts of a site that charts use in guards. */
export const SiteRulesSchema = v.object({ code: SiteCodeSchema, mailConfirm: v.boolean(), onlyMail: v.boolean() });
