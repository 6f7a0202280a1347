/** What follows an English or Korean date without a space, a comma or a particle, goes with it. */
const dates = [
  String.raw`(?:\d{4}년 )?\d+월 \d+일\S*`,
  String.raw`\d+ [A-Z][a-z]+ \d{4}[,.;:)]*`,
  String.raw`(?:\d{4}年)?\d+月\d+日`,
];
const others = [
  String.raw`\d+:\d\d(?: ?[–〜～~] ?\d+:\d\d)?`,
  String.raw`[+−]¥\d[\d,]*`,
  // a weekday, as in "the fourth Tuesday", is no unit
  String.raw`[+−]?\d[\d,]*(?!\p{sc=Han}曜)\p{sc=Han}{1,2}`,
];
const whole = new RegExp(`(${[...dates, ...others].join('|')})`, 'u');
const date = new RegExp(`^(?:${dates.join('|')})`, 'u');

export type Part = { text: string; whole: 'date' | 'other' | null };

/** A text in its parts: no line should break inside a date, a time, an amount or a count; elsewhere `whole` is null. */
export const wholesOf = (text: string): Part[] =>
  text
    .split(whole)
    .map((part, index): Part => {
      if (index % 2 === 0) return { text: part, whole: null };
      return { text: part, whole: date.test(part) ? 'date' : 'other' };
    })
    .filter((part) => part.text !== '');
