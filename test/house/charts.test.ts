import { graphOf } from '@ticket-store/chart-tools/drawing/graph.ts';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import * as rule from './chart-rules.ts';
import { chartImports, impurities, nestedSelectors, schemaImports } from './chart-source.ts';
import { sourcesIn } from './source.ts';

const sources = sourcesIn(['machines']);
const all = Object.values(machines);
const { descriptions, size, requestTags, screens, invokes, names } = rule;
const rules = { descriptions, size, requestTags, screens, invokes, names } satisfies Record<string, rule.Rule>;

describe.each(all.map((machine) => [machine.id, machine] as const))('the chart %s', (id, machine) => {
  it.each(Object.entries(rules))('follows the rule %s', (_, breaches) => {
    expect(breaches(machine)).toEqual([]);
  });

  it('is one file with allowed imports only', () => {
    const file = sources.filter(({ path }) => path === `machines/${id}/${id}.machine.ts`);
    expect(file).toHaveLength(1);
    expect(file.flatMap(chartImports)).toEqual([]);
  });
});

describe('the charts together', () => {
  it.each(['app', 'purchase'] as const)('%s handles every page request', (name) => {
    expect(rule.answersPages(machines[name])).toEqual([]);
  });

  it('are all listed in the table of machines', () => {
    const written = sources.flatMap(({ path }) => /([^/]+)\.machine\.ts$/.exec(path)?.[1] ?? []);
    expect(written.sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('import only types from the files with schemas, which are not in the first screen', () => {
    expect(sources.filter(({ path }) => path.endsWith('.types.ts')).length).toBeGreaterThan(all.length / 2);
    expect(sources.flatMap(schemaImports)).toEqual([]);
  });

  it('get idempotency keys from two files only', () => {
    const users = sources.filter(
      ({ path, imports }) =>
        /^machines\//.test(path) && imports.some(({ to }) => to === 'src/domain/idempotency-key.ts'),
    );
    expect(users.map(({ path }) => path).sort()).toEqual([
      'machines/checkout/checkout.machine.ts',
      'machines/shared/attempt.ts',
    ]);
  });

  it('have every event that they raise in their drawings and exports', () => {
    const bodies = sources.filter(({ path }) => !path.endsWith('.test.ts'));
    const written = bodies.flatMap(({ text }) => [...text.matchAll(/\benqueue\.raise\(|[^.]\braise\(/g)]);
    expect(written).toHaveLength(all.flatMap((machine) => Object.keys(graphOf(machine).raises)).length);
  });

  it('are selected from one actor at a time', () => {
    expect(sourcesIn(['src']).flatMap(nestedSelectors)).toEqual([]);
  });

  it('use no clock and no random numbers, nor do their actions, guards and inputs', () => {
    const bodies = sources.filter(({ path }) => /\.(machine|logic|guards)\.ts$/.test(path));
    expect(bodies.length).toBeGreaterThan(all.length);
    expect(bodies.flatMap(impurities)).toEqual([]);
  });
});
