import { expect, it } from 'vitest';
import { wordsIn } from './texts.ts';

it.each([
  ['the language asked for', { ja: { name: '券' }, en: { name: 'ticket' }, kr: { name: '티켓' } }, '티켓'],
  ['else English', { ja: { name: '券' }, en: { name: 'ticket' } }, 'ticket'],
  ['else Japanese', { ja: { name: '券' }, 'zh-hant': { name: '票' } }, '券'],
  ['else any', { 'zh-hant': { name: '票' } }, '票'],
])('a row speaks %s', (_which, words, name) => {
  expect(wordsIn(words, 'kr')).toEqual({ name });
});

it('a row has words', () => {
  expect(() => wordsIn({}, 'kr')).toThrow();
});
