import { Failure } from '#src/domain/failures.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reload, startAnew } from '#src/mirrors/start-anew.ts';

/**
 * Texts that the build writes into the page, for a shop that opens late, not at all, or crashes as a whole: they appear by
 * themselves after ten seconds (docs/architecture.md#loading), in every language, because no script may have run yet. This shows
 * them in the page's language only and makes their button work.
 */
export const openingWords = (site: SiteCode, lang: Lang) => {
  const words = document.getElementById('opening');
  let again = reload;
  for (const said of words?.querySelectorAll<HTMLElement>('[lang]') ?? []) said.hidden = said.lang !== htmlLang[lang];
  for (const button of words?.querySelectorAll('button') ?? []) {
    button.hidden = false;
    button.addEventListener('click', () => again());
  }
  const show = (isShown: boolean) => {
    if (words) words.hidden = !isShown;
  };
  return {
    /** The shop is shown. */
    done: (): void => show(false),
    /** The shop cannot be shown: its parts could not be loaded (Failure), or stored data may break it. */
    fail: (error: unknown): void => {
      console.error(error);
      if (!(error instanceof Failure)) again = () => startAnew(site);
      words?.classList.add('now');
      show(true);
    },
  };
};
