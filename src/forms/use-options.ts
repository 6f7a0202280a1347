import { useLingui } from '@lingui/react';
import { optionLists, optionTexts } from '#src/domain/option-lists.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** A value of a list, and its label. */
type Option = { value: string; text: string };

/** Cached by language, because naming and sorting all countries is too slow to repeat on each keystroke. */
const countriesByLocale = new Map<string, readonly Option[]>();

/** All countries by name in a language, Japan first. */
const countriesIn = (locale: string): readonly Option[] => {
  const cached = countriesByLocale.get(locale);
  if (cached) return cached;
  const names = new Intl.DisplayNames([locale], { type: 'region', style: 'short' });
  const { compare } = new Intl.Collator(locale);
  const isJapan = ({ value }: Option) => Number(value === 'JP');
  const sorted = optionLists.countries
    .filter((code) => code !== 'others')
    .map((value) => ({ value, text: names.of(value) ?? value }))
    .sort((a, b) => isJapan(b) - isJapan(a) || compare(a.text, b.text));
  countriesByLocale.set(locale, sorted);
  return sorted;
};

/** Returns a function from a list to its options, in the page's language and in display order. */
export const useOptions = (): ((list: OptionListName) => Option[]) => {
  const { t } = useTexts();
  const { locale } = useLingui().i18n;
  const countries = (codes: readonly string[]): Option[] => [
    ...countriesIn(locale).filter(({ value }) => codes.includes(value)),
    { value: 'others', text: t('country_others') },
  ];

  return (list) =>
    list === 'countries' || list === 'asia'
      ? countries(optionLists[list])
      : optionTexts(list).map(({ value, text }) => ({ value, text: t(text) }));
};
