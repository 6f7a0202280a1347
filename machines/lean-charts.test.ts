import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { withoutDescriptions } from '#build/lean-charts.ts';
import { machines } from './index.ts';

const root = new URL('.', import.meta.url);

const descriptionsOf = (node: AnyStateNode): string[] => [
  ...(node.description ? [node.description] : []),
  ...Object.values(node.states).flatMap(descriptionsOf),
];
const compact = (source: string): string => source.replace(/\s+/g, '');

describe('the charts of the built app', () => {
  it.each(Object.entries(machines))('%s has no descriptions, and nothing else is missing', (id, machine) => {
    const source = readFileSync(new URL(`${id}/${id}.machine.ts`, root), 'utf8');
    const lean = withoutDescriptions(source);
    expect(() => stripTypeScriptTypes(lean)).not.toThrow();
    const descriptions = descriptionsOf(machine.root);
    expect(descriptions.length).toBeGreaterThan(1);
    const expected = descriptions.reduce(
      (rest, text) => rest.replace(`description:'${compact(text)}',`, ''),
      compact(source),
    );
    expect(expected).not.toContain('description:');
    expect(compact(lean)).toBe(expected);
  });

  it('are all charts', () => {
    expect(globSync('*/*.machine.ts', { cwd: root })).toHaveLength(Object.keys(machines).length);
  });
});
