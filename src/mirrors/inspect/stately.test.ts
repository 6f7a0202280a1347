// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { windowOf } from './stately.ts';

it('the inspector opens at a page of this origin, and else at Stately’s, whatever address is given', () => {
  expect(windowOf('/stand-in')).toBe(`${location.origin}/stand-in`);
  for (const address of ['', 'stand-in', '//elsewhere.example/', 'https://elsewhere.example/', '/\\elsewhere.example'])
    expect([address, windowOf(address)]).toEqual([address, 'https://stately.ai/inspect']);
});
