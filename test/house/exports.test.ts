import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { allDefinitions, stateNodes } from '#test/tools/explore/definitions.ts';
import { chartOf, jsonOf } from '#test/tools/exports/json.ts';
import { scxmlOf } from '#test/tools/exports/scxml.ts';
import { compare, eventLists } from '#test/tools/exports/traces.ts';
import { sourcesIn } from './source.ts';

const all = Object.values(machines);
const header = /<scxml xmlns="http:\/\/www\.w3\.org\/2005\/07\/scxml"[^>]* version="1\.0"/;

describe.each(all.map((machine) => [machine.id, machine] as const))('the exports of %s', (_, machine) => {
  it('are SCXML that SCION runs as XState runs the chart', () => {
    const text = scxmlOf(machine);
    expect(text).toMatch(header);
    fc.assert(fc.property(eventLists, compare(machine, text, { events: 0, taken: new Set() })), { numRuns: 3 });
  });

  it('have every state and every transition of the chart', () => {
    const chart = chartOf(machine);
    expect(chart.states.map(({ id }) => id)).toEqual([machine.root, ...stateNodes(machine)].map(({ id }) => id));
    expect(chart.transitions.map(({ id }) => id)).toEqual(allDefinitions(machine).map(({ id }) => id));
    expect(JSON.parse(jsonOf(machine))).toEqual(chart);
    const written = [...scxmlOf(machine).matchAll(/ chart:id="([^"]+)"/g)].map(([, id]) => id);
    expect(written.sort()).toEqual(chart.transitions.map(({ id }) => id).sort());
  });
});

it('every raised event of the charts is in the exports', () => {
  const written = sourcesIn(['machines']).flatMap(({ path, text }) =>
    path.endsWith('.test.ts') ? [] : [...text.matchAll(/\benqueue\.raise\(|[^.]\braise\(/g)],
  );
  const known = all.flatMap((machine) => Object.keys(chartOf(machine).raises));
  expect(written).toHaveLength(known.length);
});
