import { describe, expect, it } from 'vitest';
import { literalFaults } from './literals.ts';
import { isTest, parse, sourcesIn } from './source.ts';

const faultsOf = (text: string) => literalFaults(parse('src/ui/x.tsx', text));

describe('components contain no literal text', () => {
  it('holds in every component', () => {
    const components = sourcesIn(['src'], /\.tsx$/).filter(({ path }) => !isTest(path));
    expect(components.flatMap(literalFaults)).toEqual([]);
  });

  it.each([
    '<p>Tickets</p>',
    '<p>{paid ? "支払い済み" : null}</p>',
    '<>{late && `late`}</>',
    '<button aria-label="Close" />',
    '<img alt={"Logo"} />',
    '<input placeholder={`name`} />',
  ])('rejects %s', (text) => {
    expect(faultsOf(`const x = ${text};`)).toHaveLength(1);
  });
});
