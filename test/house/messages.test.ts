import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstIds } from '#build/catalogues.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { catalogueFaults, readCatalogue, slowFaults, termFaults, textFaults, textsIn, valuesIn } from './messages.ts';
import { readText, root } from './source.ts';

const filesOf = (lang: Lang): string[] => readdirSync(join(root, 'locales', lang)).sort();
const parsed = (lang: Lang, file: string): unknown => JSON.parse(readText(`locales/${lang}/${file}`));
const first = firstIds();
const english = { title: 'Tickets', left: '{n, plural, one {# ticket left} other {# tickets of {name} left}}' };
describe('catalogues', () => {
  it.each(langs)('%s has every message of English, with the same values', (lang) => {
    expect(catalogueFaults(readCatalogue('en'), readCatalogue(lang))).toEqual([]);
  });

  it.each(langs)('%s has nothing on the first screen that waits for Intl', (lang) => {
    const texts = Object.entries(readCatalogue(lang)).filter(([id]) => first.has(id));
    expect(slowFaults(Object.fromEntries(texts))).toEqual([]);
  });

  it.each(langs)('%s has one term for one fact', (lang) => {
    const texts = filesOf('en').flatMap((file) => textsIn(parsed(lang, file), file));
    expect(termFaults(lang, Object.fromEntries(texts))).toEqual([]);
  });
});

describe('the files of locales', () => {
  it('are a folder for each language', () => {
    const folders = readdirSync(join(root, 'locales'), { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...langs].sort());
  });

  it.each(langs)('in %s have the English texts, with the same placeholders and conditions, and no other', (lang) => {
    expect(filesOf(lang)).toEqual(filesOf('en'));
    const others = filesOf('en').filter((file) => file !== 'messages.json');
    expect(others.flatMap((file) => textFaults(parsed('en', file), parsed(lang, file)))).toEqual([]);
  });

  it.each(langs.filter((lang) => lang !== 'en'))('in %s are translated', (lang) => {
    const same = ['mails.json', 'passes.json', 'notices.json', 'legal.json'].flatMap((file) => {
      const english = new Map(textsIn(parsed('en', file), file));
      return textsIn(parsed(lang, file), file).filter(
        ([place, text]) =>
          !/\/(when|unless)$/.test(place) &&
          /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, '')) &&
          text === english.get(place),
      );
    });
    expect(same).toEqual([]);
  });
});

describe('the rules report', () => {
  it('the values of nested messages', () => {
    expect(valuesIn(english.left)).toEqual(['n', 'name']);
  });

  it('a message that waits for Intl', () => {
    const faults = ['left uses plural: choose by select and write the number as {name}'];
    expect(slowFaults({ ...english, title: '{n, select, 1 {one} other {{n}}}' })).toEqual(faults);
  });

  it.each([
    ['a missing message', { title: '券' }],
    ['an empty message', { title: ' ', left: '{n}{name}' }],
    ['a missing value', { title: '券', left: '残り{n}枚' }],
  ])('%s', (_title, other) => {
    expect(catalogueFaults(english, other)).toHaveLength(1);
  });

  it.each([
    ['a missing text', { a: '{n}券' }, '/b/0 is missing'],
    ['an unknown text', { a: '{n}券', b: ['先'], c: '券' }, '/c is not in English'],
    ['an empty text', { a: '{n}券', b: [''] }, '/b/0 is empty, or has spaces around it'],
    ['a lost placeholder', { a: '券', b: ['先'] }, '/a wants {n} but has none'],
  ])('%s', (_title, other, fault) => {
    expect(textFaults({ a: '{n} tickets', b: ['First'] }, other)).toEqual([fault]);
  });

  it('another condition', () => {
    expect(textFaults({ when: 'a' }, { when: 'b' })).toEqual(['/when is b, not a']);
  });

  it('a word that another has replaced', () => {
    expect(termFaults('ja', { a: 'ご入場日', b: 'ご来場日' })).toEqual([
      'b says “来場”: see the terms in locales/README.md',
    ]);
    expect(termFaults('kr', { a: '{price}을 {name}님', b: '{price}를', c: '{card}로 결제' })).toEqual([
      'b says “{price}를”: see the terms in locales/README.md',
      'c says “{card}로”: see the terms in locales/README.md',
    ]);
  });
});

it('the ids of the first screen are those that its entry needs at once, but for failures of later screens', () => {
  const sources: Readonly<Record<string, string>> = {
    'src/main.tsx': "import { a } from './a.ts'; import type { C } from './c.ts'; const load = () => import('./b.ts');",
    'src/a.ts': "import { type C, d } from '#src/d.ts'; export const a = t('title');",
    'src/d.ts': "export const d = t('failure_card_input');",
  };
  expect(firstIds((path) => sources[path] ?? '')).toEqual(new Set(['title']));
});
