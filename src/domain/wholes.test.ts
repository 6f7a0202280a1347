import { expect, it } from 'vitest';
import { wholesOf } from './wholes.ts';

const marked = (text: string): string =>
  wholesOf(text)
    .map((part) => (part.whole ? `[${part.whole} ${part.text}]` : part.text))
    .join('');

it.each([
  ['Tuesday 1 December 2026, 10:00 – 11:00', 'Tuesday [date 1 December 2026,] [other 10:00 – 11:00]'],
  ['2026年12月1日（火） 10:00〜11:00', '[date 2026年12月1日]（火） [other 10:00〜11:00]'],
  ['合計5,300円をお支払い', '合計[other 5,300円]をお支払い'],
  ['第2・第4火曜日休み', '第2・第4火曜日休み'],
  ['03-0000-0000', '03-0000-0000'],
])('finds what belongs on one line in “%s”', (text, expected) => {
  expect(marked(text)).toBe(expected);
});
