import type { DoneActorEvent } from 'xstate';
import type { InquiryOutput } from '#machines/inquiry/inquiry.types.ts';
import type { PageRequested } from '#machines/shared/screens.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteRules } from '#src/domain/site.ts';

export type AppInput = {
  site: SiteRules;
  lang: Lang;
};

export type AppContext = AppInput & {
  /** Token of the current page's link: a ticket, a shared ticket or a newsletter subscription; '' on other pages. */
  token: string;
  /**
   * A payment is running: the language list is disabled and leaving the page is guarded
   * (docs/charts.md#language-during-a-payment).
   */
  paying: boolean;
  /** Number of refused page requests; a change makes the address mirror correct the address. */
  refused: number;
};

export type AppEvent =
  | PageRequested
  | { type: 'language.choose'; lang: Lang }
  | DoneActorEvent<InquiryOutput, 'inquiry'>;
