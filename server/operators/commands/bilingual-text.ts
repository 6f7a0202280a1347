import { line } from '#server/core/shown.ts';
import { fill } from '#src/domain/fill.ts';

/** A text for operators, in the two languages of the project's own pages. */
export type BilingualText = { en: string; ja: string };

export const both = (make: (locale: keyof BilingualText) => string): BilingualText => ({
  en: make('en'),
  ja: make('ja'),
});

/** A text of `texts.json` with values for its placeholders. Line breaks in values are replaced, except in bilingual ones. */
export const filled = (
  text: BilingualText,
  values: Readonly<Record<string, string | number | null | undefined | BilingualText>>,
): BilingualText =>
  both((locale) => {
    const parts = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? value[locale] : line`${value}`,
    ]);
    return fill(text[locale], Object.fromEntries(parts));
  });

/** Texts in a row, each on its own line by default. */
export const joined = (texts: readonly BilingualText[], between = '\n'): BilingualText =>
  both((locale) => texts.map((text) => text[locale]).join(between));
