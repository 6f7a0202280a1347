import { graphOf } from '@ticket-store/chart-tools/drawing/graph.ts';
import { allDefinitions, stateNodes } from '@ticket-store/chart-tools/explore/definitions.ts';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { sourcesIn } from './source.ts';

const all = Object.values(machines);

describe.each(all.map((machine) => [machine.id, machine] as const))('the exports of %s', (_, machine) => {
  it('have every state and every transition of the chart', () => {
    const chart = graphOf(machine);
    expect(chart.states.map(({ id }) => id)).toEqual([machine.root, ...stateNodes(machine)].map(({ id }) => id));
    expect(chart.transitions.map(({ id }) => id)).toEqual(allDefinitions(machine).map(({ id }) => id));
  });
});

it('every raised event of the charts is in the exports', () => {
  const written = sourcesIn(['machines']).flatMap(({ path, text }) =>
    path.endsWith('.test.ts') ? [] : [...text.matchAll(/\benqueue\.raise\(|[^.]\braise\(/g)],
  );
  const known = all.flatMap((machine) => Object.keys(graphOf(machine).raises));
  expect(written).toHaveLength(known.length);
});
