import { describe, expect, it } from 'vitest';
import { spokenLangs } from '#src/domain/lang.ts';
import {
  catalogueFaults,
  idFaults,
  reachOf,
  readCatalogue,
  readPart,
  slowFaults,
  splitFaults,
  tabled,
  termFaults,
  valuesIn,
} from './messages.ts';
import { parse, readText, sourcesIn } from './source.ts';

const english = { title: 'Tickets', left: '{n, plural, one {# ticket left} other {# tickets of {name} left}}' };
const mine = (text: string) => [parse('src/screens/x.tsx', text)];
const table = Object.fromEntries(tabled.map((id) => [id, id]));

describe('catalogues', () => {
  it.each(spokenLangs)('%s has every message of English, with the same values', (lang) => {
    expect(catalogueFaults(readCatalogue('en'), readCatalogue(lang))).toEqual([]);
  });

  it.each(spokenLangs)('%s has in first.json exactly the messages of the page’s entry', (lang) => {
    const entry = reachOf(sourcesIn(['src', 'machines']), 'src/main.tsx');
    expect(splitFaults(entry, Object.keys(readCatalogue(lang)), readPart(lang, 'first'))).toEqual([]);
  });

  it.each(spokenLangs)('%s has nothing in first.json that waits for Intl', (lang) => {
    expect(slowFaults(readPart(lang, 'first'))).toEqual([]);
  });

  it.each(spokenLangs)('%s, its mails and its legal pages have one term for one fact', async (lang) => {
    const file = (path: string) => ({ [path]: readText(path) });
    const more = { ...file(`server/mail/texts/${lang}.ts`), ...file(`src/screens/legal/texts/${lang}.ts`) };
    expect(termFaults(lang, { ...readCatalogue(lang), ...more })).toEqual([]);
  });

  it('have exactly the ids that are used', () => {
    const sources = sourcesIn(['src', 'machines', 'server']).filter(({ path }) => !/\.test\.tsx?$/.test(path));
    expect(idFaults(sources, readCatalogue('en'))).toEqual([]);
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
    ['an unknown message', { title: '券', left: '{n}{name}', more: '' }],
  ])('%s', (_title, other) => {
    expect(catalogueFaults(english, other)).toHaveLength(1);
  });

  it.each([
    ['<Trans id="nowhere" />', 'nowhere is used but not written'],
    ["i18n._('nowhere')", 'nowhere is used but not written'],
    ["({ textKey: late ? 'nowhere' : 'title' })", 'nowhere is used but not written'],
    ['i18n._(`code_$'.concat('{code}`)'), 'code_… is put together without a table'],
  ])('%s', (text, fault) => {
    expect(idFaults(mine(`const x = [${text}, 'title', 'left'];`), { ...english, ...table })).toEqual([fault]);
  });

  it('nothing for an id whose codes the compiler checks', () => {
    expect(idFaults(mine('const x = [t(`le$'.concat("{end}`), 'title'];")), { ...english, ...table })).toEqual([]);
  });

  it('a message in the wrong file', () => {
    const sources = [
      parse('src/main.tsx', "import { a } from './a.ts'; const load = () => import('./b.ts');"),
      parse('src/a.ts', 'export const a = t(`ti$'.concat('{end}`);')),
      parse('src/b.ts', "export const b = 'left';"),
    ];
    const ids = Object.keys(english);
    expect(splitFaults(reachOf(sources, 'src/main.tsx'), ids, { title: '' })).toEqual([]);
    expect(splitFaults(reachOf(sources, 'src/main.tsx'), ids, { left: '' })).toEqual([
      'title belongs in first.json',
      'left belongs in messages.json',
    ]);
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

  it('an unused message', () => {
    expect(idFaults(mine("i18n._('title');"), { ...english, ...table })).toEqual(['left is written but not used']);
  });
});
