import { describe, expect, it } from 'vitest';
import { injectionsIn } from './injection.ts';
import { parse, sourcesIn } from './source.ts';

const injectionsOf = (text: string) => injectionsIn(parse('src/api/x.ts', text));

/** Variables that are set from outside on purpose, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/sandbox/browser/card.ts texts': 'a page, which is told its language by a message',
  'server/core/log.ts lines': 'a buffer of the module, which no other module reads',
};

/** docs/architecture.md#injection */
describe('no module is given by a function what it uses', () => {
  it('holds in every module of the charts, the client and the server', () => {
    const sources = sourcesIn(['machines', 'packages/sandbox', 'src', 'server']).filter(
      ({ path }) => !/\.test\.tsx?$/.test(path),
    );
    expect(sources.flatMap(injectionsIn)).toEqual(Object.keys(exceptions));
  });

  it.each([
    ['a setter', "let base = '/api'; export const setBase = (url: string) => { base = url; };"],
    ['a setter as a declaration', 'let base; export function setBase(url) { base = url; }'],
    ['a private setter', 'let base; const set = (url) => { base = url; }; export const open = (url) => set(url);'],
    ['a part of an argument', 'let base; export const open = ({ site: { base: url } }) => { base = url; };'],
    ['what is made of an argument', 'let base; export const open = (u) => { const { root } = f(u); base = root; };'],
    ['what is found in a list', 'let base; export const open = (us) => { for (const u of us) base = u; };'],
    ['a callback of an argument', 'let last; export const follow = (app) => app.subscribe((s) => { last = s; });'],
    ['a memo of an argument', 'let made; export const open = (key) => { made ??= create(key); return made; };'],
    ['a method of an object', 'let base; export const api = { set: (url) => { base = url; } };'],
    ['a holder in place of the variable', 'const held = { base: "" }; export const set = (u) => { held.base = u; };'],
    ['an exported variable', 'export let base; export const setBase = (url) => { base = url; };'],
  ])('rejects %s', (_, text) => {
    expect(injectionsOf(text)).toHaveLength(1);
  });
});
