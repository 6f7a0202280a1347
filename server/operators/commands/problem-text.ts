import { line } from '#server/core/shown.ts';
import { type InputError, type Problem, problems } from '#server/shared/problem.ts';
import type { RuleText } from '#src/domain/rules.ts';
import type { BilingualText } from './bilingual-text.ts';

/** What the rules of the shop's forms demand; their messages are ids of texts for visitors. */
const demands: Readonly<Record<RuleText, BilingualText>> = {
  common_validate_required: { en: 'is missing', ja: '入力が必要です' },
  common_validate_max: { en: 'is too long', ja: '長すぎます' },
  common_validate_min: { en: 'is too short', ja: '短すぎます' },
  common_validate_num: { en: 'must be digits only', ja: '数字だけで指定してください' },
  common_validate_phone: { en: 'must have 9 to 12 digits', ja: '9〜12桁の数字で指定してください' },
  common_validate_character: { en: 'has a character that is not possible there', ja: '使えない文字が含まれています' },
  common_validate_choice: { en: 'must be one of the list', ja: '一覧にある値を指定してください' },
  common_validate_expired: { en: 'is over', ja: '期限が過ぎています' },
  common_validate_default: { en: 'is not valid', ja: '正しくありません' },
  customer_name_validate: {
    en: 'must be 1 to 30 Latin letters and spaces',
    ja: '半角英字30文字以内で指定してください',
  },
  mail_validate_invalid: {
    en: 'must be an address like name@example.com',
    ja: 'name@example.com の形で指定してください',
  },
  mail_validate_defferent: { en: 'differs from the first address', ja: '一つ目のアドレスと一致しません' },
};
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
