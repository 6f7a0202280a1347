import * as v from 'valibot';
import type { PageRequested } from '#machines/shared/screens.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import { SiteRulesSchema } from '#src/domain/site.ts';

export type AppInput = Pick<AppContext, 'site' | 'lang'>;

export const AppContextSchema = v.object({
  site: SiteRulesSchema,
  lang: LangSchema,
  /** Token of the current page's link: a ticket, a shared ticket, a newsletter subscription or a mail's; '' on other pages. */
  token: v.string(),
  /** A payment is running: languages are disabled and leaving is guarded (docs/charts.md#language-during-a-payment). */
  paying: v.boolean(),
  /** A payment for a change of date is running: as `paying`, and requests of other pages are ignored. */
  payingChange: v.boolean(),
});
export type AppContext = v.InferOutput<typeof AppContextSchema>;

export type AppEvent = PageRequested | { type: 'mail.confirm' } | { type: 'language.choose'; lang: Lang };
