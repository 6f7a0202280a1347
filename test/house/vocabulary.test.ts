import { describe, expect, it } from 'vitest';
import { parse, sourcesIn } from './source.ts';
import { commentFaults, vocabularyFaults } from './vocabulary.ts';

const sources = sourcesIn(['build', 'machines', 'packages', 'src', 'server', 'test'], /\.(?:ts|tsx|mjs|js)$/);

describe('names use the words of the glossary', () => {
  it('holds in every file', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.flatMap(vocabularyFaults)).toEqual([]);
  });

  it.each([
    'const told = 1;',
    'const orderTold = 1;',
    'type Vault = { a: 1 };',
    'const x = ({ keptUntil }) => keptUntil;',
    'class A { #desk = 1; }',
    'const x = { bringCharts: 1 };',
    'const limits = { least: 1 };',
  ])('the rule reports %s', (text) => {
    expect(vocabularyFaults(parse('src/x.ts', text))).toHaveLength(1);
  });

  it('the rule reports a file', () => {
    expect(vocabularyFaults(parse('src/mirrors/kept-page.ts', ''))).toHaveLength(1);
  });
});

describe('comments name their subject', () => {
  it('holds in every file', () => {
    expect(sources.flatMap(commentFaults)).toEqual([]);
  });

  it.each([
    '/** What the page shows. */',
    '// Who pays has a ticket.',
    '/**\n * A line.\n * One that waits is read again.\n */',
    '/** Reads an order. What is missing stays. */',
  ])('the rule reports %s', (text) => {
    expect(commentFaults(parse('src/x.ts', text))).toHaveLength(1);
  });

  it.each(['/** Whatever the page shows, it is One. */', '// A page that shows what is sold.'])(
    'the rule accepts %s',
    (text) => {
      expect(commentFaults(parse('src/x.ts', text))).toEqual([]);
    },
  );
});
