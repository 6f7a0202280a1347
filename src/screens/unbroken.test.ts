import { expect, it } from 'vitest';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { unbrokenDay, unbrokenTime } from './unbroken.ts';

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

it.each(['10:00 – 10:30', '10:00〜10:30', '10:00～10:30', '10:00~10:30'])(
  'a time does not break at its dash: %s',
  (time) => {
    const parts = /^10:00(\u2060\u00a0)?(\u2060?)[–〜～~]\u2060\u00a0?10:30$/.exec(unbrokenTime(time));
    expect(parts?.slice(1).join('')).toMatch(/^\u2060/);
  },
);
