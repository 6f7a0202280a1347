export type Part = { text: string; whole: 'date' | 'other' | null };

/**
 * Dates, times and amounts. A comma or a particle that follows an English or Korean date without a space belongs to it. Numbers of
 * days and hours have two digits at most, so that a long run of digits is read once.
 */
const whole =
  /((?:\d{4}년 )?\d\d?월 \d\d?일\S*|\d\d? [A-Z][a-z]+ \d{4}[,.;:)]*|(?:\d{4}年)?\d\d?月\d\d?日)|\d\d?:\d\d(?: ?[–〜～~] ?\d\d?:\d\d)?|[+−]¥\d[\d,]*/gu;
/** A number with its unit; 曜 ends a weekday, as in "the fourth Tuesday". */
const count = /[+−]?\d[\d,]{0,14}\p{sc=Han}\p{sc=Han}?/gu;

const split = (text: string, pattern: RegExp): Part[] => {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, 1: date, index } of text.matchAll(pattern)) {
    if (found.endsWith('曜')) continue;
    parts.push({ text: text.slice(end, index), whole: null });
    parts.push({ text: found, whole: date === undefined ? 'other' : 'date' });
    end = index + found.length;
  }
  return [...parts, { text: text.slice(end), whole: null }];
};

/** A text in its parts: no line should break inside a date, a time, an amount or a count; elsewhere `whole` is null. */
export const wholesOf = (text: string): Part[] =>
  split(text, whole)
    .flatMap((part) => (part.whole ? part : split(part.text, count)))
    .filter((part) => part.text !== '');
