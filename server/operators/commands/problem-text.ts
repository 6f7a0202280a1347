import { line } from '#server/core/shown.ts';
import { type InputError, type Problem, problems } from '#server/shared/problem.ts';
import type { RuleText } from '#src/domain/rules.ts';
import type { BilingualText } from './bilingual-text.ts';
import texts from './texts.json' with { type: 'json' };

/** Demands of the rules of the shop's forms, whose messages are ids of texts for visitors. */
const demands: Readonly<Record<RuleText, BilingualText>> = texts.rules;
const isRule = (detail: string): detail is RuleText => Object.hasOwn(demands, detail);

/** Where it was sent, and what is wrong there. */
const errorIn = (lang: keyof BilingualText, { pointer, detail }: InputError): string =>
  line`${pointer.replace(/^#\/?/, '')}: ${isRule(detail) ? demands[detail][lang] : detail}`;

/** Text for an operator about a rejection that visitors can get too, with the wrong fields. */
export const problemText = ({ code, extra }: Problem): BilingualText => {
  const detailIn = (lang: keyof BilingualText): string =>
    [
      ...(extra.detail ? [line`${extra.detail}`] : []),
      ...(extra.errors ?? []).map((error) => errorIn(lang, error)),
    ].join('; ');
  const [en, ja] = [detailIn('en'), detailIn('ja')];
  return {
    en: [`${problems[code][1]}.`, en].filter(Boolean).join(' '),
    ja: `受け付けられませんでした（${[code, ja].filter(Boolean).join('：')}）。`,
  };
};
