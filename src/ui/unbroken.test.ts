import { expect, it } from 'vitest';
import { longDay } from '#src/domain/dates.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { unbroken } from './unbroken.ts';

const dateIn = (lang: Lang) => unbroken(longDay('2026-11-24', htmlLang[lang]));

it('a date with spaces breaks beside its weekday alone', () => {
  expect(dateIn('en').split(' ')).toEqual(['Tuesday', '24\u00a0November\u00a02026']);
  expect(dateIn('kr').replaceAll('\u2060', '').split(' ')).toEqual(['2026년\u00a011월\u00a024일', '화요일']);
});

it.each([
  ...(['ja', 'zh-hans', 'zh-hant'] as const).map((lang) => longDay('2026-11-24', htmlLang[lang])),
  ...['10:00 – 10:30', '10:00〜10:30', '10:00～10:30', '10:00~10:30'],
  ...['5,300円', '−500円', '+300日元', '1,600日圓', '+¥300', '23枚', '2张', '10分間'],
])('no line breaks in %s', (text) => {
  const [inner = ''] = unbroken(`A ${text} B`).match(/(?<=^A ).+(?= B$)/) ?? [];
  expect(inner.replaceAll('\u2060', '').replaceAll('\u00a0', ' ')).toBe(text);
  // Neither a space nor two neighbours that a line breaks between.
  expect(inner).not.toMatch(/ |[\d\p{sc=Han}–〜～~+¥（）\u00a0][\p{sc=Han}〜～~¥（]|[\p{sc=Han}–〜～~（）][\d\u00a0]/u);
});

it('a sentence around it does break', () => {
  expect(unbroken('合計5,300円をお支払いください。')).toBe('合計5,300\u2060円をお支払いください。');
});
