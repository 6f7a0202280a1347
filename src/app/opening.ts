import { Failure } from '#src/domain/failures.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reload, startAnew } from '#src/mirrors/start-anew.ts';

/**
 * Words the page itself brought (`openingWords` in test/tools/build-plugins.ts), for a shop that opens late, or not at all,
 * or breaks as a whole: they show by themselves after ten seconds (docs/architecture.md#loading), in every language, because nothing may be
 * here yet. From here on they speak the page's language, and their button works.
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
    /** The shop is there. */
    done: (): void => show(false),
    /** It is not: its parts did not come (Failure), or what is stored may break it. */
    fail: (error: unknown): void => {
      console.error(error);
      if (!(error instanceof Failure)) again = () => startAnew(site);
      words?.classList.add('now');
      show(true);
    },
  };
};
