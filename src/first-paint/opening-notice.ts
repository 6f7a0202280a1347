import { Failure } from '#src/domain/failures.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reload, startOver } from '#src/mirrors/storage/start-over.ts';

/**
 * Texts that the build writes into the page, for a shop that opens late, not at all, or crashes as a whole: they appear by
 * themselves after ten seconds (docs/architecture.md#loading), in every language, because no script may have run yet. Styles show
 * those in the language of the page; this makes their button work.
 */
export const openingNotice = (site: SiteCode, lang: Lang) => {
  const notice = document.getElementById('opening');
  let again = reload;
  document.documentElement.lang = htmlLang[lang];
  for (const button of notice?.querySelectorAll('button') ?? []) {
    button.hidden = false;
    button.addEventListener('click', () => again());
  }
  const show = (isShown: boolean) => {
    if (notice) notice.hidden = !isShown;
  };
  return {
    done: (): void => show(false),
    /** The shop cannot be shown: its parts could not be loaded (Failure), or stored data may break it. */
    fail: (error: unknown): void => {
      console.error(error);
      if (!(error instanceof Failure)) again = () => startOver(site);
      notice?.classList.add('now');
      show(true);
    },
  };
};
