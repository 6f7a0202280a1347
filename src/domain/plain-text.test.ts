import { describe, expect, it } from 'vitest';
import { actingCharacters, plainTexts } from '#test/tools/acting.ts';
import { isLine, isLines, toLine, toLines } from './plain-text.ts';

describe('a line of plain text', () => {
  it.each(plainTexts)('is %s as it is', (text) => {
    expect([toLine(text), toLines(text), isLine(text), isLines(text)]).toEqual([text, text, true, true]);
  });

  it.each(actingCharacters)('has no %j', (character) => {
    const text = `a${character}b`;
    expect([isLine(text), isLine(toLine(text))]).toEqual([false, true]);
    expect(toLine(text)).toMatch(/^a ?b$/);
  });

  it('keeps words apart that a break or a tab separated, and joins what a mark was in', () => {
    expect(toLine('山田\t花子\r\n様')).toBe('山田 花子  様');
    expect(toLine('\u202a090-1234\u202c')).toBe('090-1234');
  });

  it('has tags only in the flag of a region that has one', () => {
    expect(toLine('🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{e0067}x\u{1f3f4}\u{e0067}')).toBe('🏴󠁧󠁢󠁥󠁮󠁧󠁿x\u{1f3f4}');
    const hidden = Array.from('usca', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(toLine(`\u{1f3f4}${hidden}\u{e007f}`)).toBe('\u{1f3f4}');
  });
});

it('several lines are separated by line feeds alone', () => {
  expect(toLines('a\r\nb\rc\u0085d\u2028e\tf\u001b')).toBe('a\nb\nc\nd\ne f');
  expect([isLines('a\nb'), isLines('a\r\nb')]).toEqual([true, false]);
});
