import { expect, it } from 'vitest';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { unbrokenDay } from './unbroken.ts';

const dateIn = (lang: Lang) => unbrokenDay('2026-11-24', htmlLang[lang]);

it('a date with spaces breaks beside its weekday alone', () => {
  expect(dateIn('en').split(' ')).toEqual(['Tuesday', '24\u00a0November\u00a02026']);
  expect(dateIn('kr').split(' ')).toEqual(['2026년\u00a011월\u00a024일', '화요일']);
});

it.each(['ja', 'zh-hans', 'zh-hant'] as const)('a date in %s does not break', (lang) => {
  expect(
    dateIn(lang)
      .split('\u2060')
      .every((part) => part.length === 1),
  ).toBe(true);
});
