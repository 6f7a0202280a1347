import { mailTexts } from '#server/mail/texts.ts';
import { readLocaleTexts, textGroup } from '#server/shared/locale-texts.ts';
import { inEachLang } from '#src/domain/lang.ts';

const own = readLocaleTexts('passes.json', textGroup(['people', 'comma', 'presented', 'caution', 'copy', 'copy_text']));

/** Fixed texts of a pass by language; some are shared with mails. */
export const passTexts = inEachLang((lang) => {
  const { terms, visit, contact } = mailTexts[lang];
  const { product, number, sets } = terms;
  return { ...own[lang], product, visit, number, sets, contact };
});
