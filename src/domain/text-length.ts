/** A joiner with the emoji behind it, the tags of a region's flag, skin tones, combining marks. */
const uncounted = /\u200d.?|[\u{e0020}-\u{e007f}]|[\u{1f3fb}-\u{1f3ff}]|\p{M}/gu;
const flag = /(\p{RI})\p{RI}/gu;

/** Counts without a segmenter. */
const approximate = (text: string): number => [...text.replace(uncounted, '').replace(flag, '$1')].length;

let segmenter: Intl.Segmenter | undefined;

/**
 * Characters of a text as people count them: a letter with its marks, or an emoji, is one, however many code points it has. All
 * limits of typed texts use it, in forms and on the server.
 */
export const lengthOf = (text: string): number => {
  const composed = text.normalize('NFC');
  // Firefox ESR 115 has none.
  if (typeof Intl.Segmenter !== 'function') return approximate(composed);
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...segmenter.segment(composed)].length;
};

/** Maximum of code points in a text of this many characters, so that letters cannot have marks without end. */
export const maxPoints = (max: number): number => max * 4;

/** Whether a text is within the bound of the contract and the database for `max` characters. */
export const isBounded = (text: string, max: number): boolean =>
  // `length` counts UTF-16 units, at most two per code point: it spares splitting a huge text.
  text.length <= 2 * maxPoints(max) && [...text].length <= maxPoints(max);

/** Whether a text has at most this many characters. */
export const isWithin = (text: string, max: number): boolean => isBounded(text, max) && lengthOf(text) <= max;
