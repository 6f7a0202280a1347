import { expect, it } from 'vitest';
import { pickTexts } from './tables.ts';

it.each([
  ['the language asked for', { ja: { name: '券' }, en: { name: 'ticket' }, kr: { name: '티켓' } }, '티켓'],
  ['else English', { ja: { name: '券' }, en: { name: 'ticket' } }, 'ticket'],
  ['else Japanese', { ja: { name: '券' }, 'zh-hant': { name: '票' } }, '券'],
  ['else any', { 'zh-hant': { name: '票' } }, '票'],
])('uses the texts of a row in %s', (_which, texts, name) => {
  expect(pickTexts(texts, 'kr')).toEqual({ name });
});

it('throws if a row has no texts', () => {
  expect(() => pickTexts({}, 'kr')).toThrow();
});
