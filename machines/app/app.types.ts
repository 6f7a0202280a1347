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
  /** What the link of the page on screen names: a ticket, a shared ticket, a mail magazine; '' elsewhere. */
  token: string;
  /** A payment runs: the language list is closed, nothing is left by accident (docs/charts.md#language-during-a-payment). */
  paying: boolean;
  /** How often a requested page was refused; the address mirror looks at it. */
  refused: number;
};

export type AppEvent =
  | PageRequested
  | { type: 'language.choose'; lang: Lang }
  | DoneActorEvent<InquiryOutput, 'inquiry'>;
