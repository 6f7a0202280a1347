import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { fill, mailTexts } from './texts.ts';

/** Every text of a table by its path. */
const textsOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
};
const gaps = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();

const english = new Map(textsOf(mailTexts.en));

describe('mail texts', () => {
  it.each(langs)('exist in %s for every English text, with the same placeholders', (lang) => {
    const texts = textsOf(mailTexts[lang]);
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) {
      expect(text.trim(), path).toBe(text);
      expect(text, path).not.toBe('');
      expect(gaps(text), path).toEqual(gaps(english.get(path) ?? ''));
    }
  });

  it.each(langs.filter((lang) => lang !== 'en'))('are translated in %s', (lang) => {
    const same = textsOf(mailTexts[lang]).filter(
      ([path, text]) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, '')) && text === english.get(path),
    );
    expect(same).toEqual([]);
  });

  it('are filled in one pass: a value is never read as a placeholder', () => {
    expect(fill('{name} of {shop}', { name: '{shop}', shop: 'it' })).toBe('{shop} of it');
  });
});
