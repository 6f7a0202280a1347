import { afterEach, describe, expect, it, vi } from 'vitest';
import { isWithin, lengthOf } from './text-length.ts';

const texts: [what: string, one: string, characters?: number][] = [
  ['an emoji', '🎫'],
  ['an emoji with a colour of skin', '👍🏽'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a heart in colour', '❤️'],
  ['a key', '1️⃣'],
  ['a flag', '🇯🇵'],
  ['the flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a flag of a region, and a letter', '🏴\u{e0067}\u{e0062}\u{e007f}x', 2],
  ['decomposed kana', 'か\u3099'],
  ['a decomposed letter', 'e\u0301'],
  ['a letter with two marks', 'ệ'.normalize('NFD')],
  ['a decomposed syllable of Hangul', '한'.normalize('NFD')],
  ['a rare kanji', '𠮷'],
  ['a kanji with a selector', '葛\u{e0100}'],
  ['half-width kana with its mark', 'ｶﾞ'],
  ['a letter of Thai with its tone', 'กี่'],
  ['two letters', 'ab', 2],
  ['nothing', '', 0],
];

describe.each([
  ['with a segmenter', Intl.Segmenter],
  ['in a browser without one', undefined],
])('characters are counted as people do, %s:', (_engine, segmenter) => {
  afterEach(() => vi.unstubAllGlobals());

  it.each<[what: string, one: string, characters?: number]>(texts)('%s', (what, one, characters = 1) => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: segmenter });
    /* Without a segmenter the mark of half-width kana is a character: forms make it full-width before. */
    if (segmenter === undefined && what.startsWith('half-width')) return expect(lengthOf(one)).toBe(2);
    expect([lengthOf(one), lengthOf(one.repeat(3))]).toEqual([characters, characters * 3]);
  });
});

it.each([
  ['160 emoji', '🎫'.repeat(160), 300, true],
  ['300 emoji', '🎫'.repeat(300), 300, true],
  ['301 emoji', '🎫'.repeat(301), 300, false],
  ['60 decomposed kana', 'か\u3099'.repeat(60), 60, true],
  ['61 decomposed kana', 'か\u3099'.repeat(61), 60, false],
  ['60 syllables of decomposed Hangul', '한'.normalize('NFD').repeat(60), 60, true],
  ['a letter with 10,000 marks', `e${'\u0301'.repeat(10_000)}`, 300, false],
  ['a letter with marks up to the bound', `e${'\u0301'.repeat(239)}`, 60, true],
  ['one mark more', `e${'\u0301'.repeat(240)}`, 60, false],
  ['10,000 joiners', '👨\u200d'.repeat(10_000), 300, false],
])('a limit: %s', (_what, text, most, fits) => {
  expect(isWithin(text, most)).toBe(fits);
});
