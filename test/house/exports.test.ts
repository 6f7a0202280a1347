import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { allDefinitions, stateNodes } from '#test/tools/explore/definitions.ts';
import { chartOf, jsonOf } from '#test/tools/exports/json.ts';
import { scxmlOf } from '#test/tools/exports/scxml.ts';
import { scxmlFaults } from '#test/tools/exports/scxml-rules.ts';
import { sourcesIn } from './source.ts';

const all = Object.values(machines);
const checkout = scxmlOf(machines.checkout);

describe.each(all.map((machine) => [machine.id, machine] as const))('the exports of %s', (_, machine) => {
  it('are valid SCXML', () => {
    expect(scxmlFaults(scxmlOf(machine))).toEqual([]);
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

describe('the rules of SCXML', () => {
  it.each([
    ['a broken tag', '<onentry', '<onentry <', /not well-formed/],
    ['a missing target', 'target="checkout.away"', 'target="checkout.awry"', /leads to checkout\.awry/],
    ['an id twice', 'id="checkout.away"', 'id="checkout.asking"', /checkout\.asking is there twice/],
    ['another namespace', '/2005/07/scxml"', '/2005/07/scxm"', /the namespace is/],
    ['another version', 'version="1.0" d', 'version="2.0" d', /the version is 2\.0/],
    [
      'a start outside',
      '<transition target="checkout.entering"/>',
      '<transition target="checkout.paid"/>',
      /not below/,
    ],
    [
      'a start with an event',
      '<transition target="checkout.entering"/>',
      '<transition event="x" target="checkout.entering"/>',
      /has an event/,
    ],
    [
      'a transition without anything',
      '<transition target="checkout.posting"',
      '<transition',
      /no event, cond or target/,
    ],
    ['a strange attribute', '<onentry>', '<onentry when="now">', /attribute when/],
    [
      'a transition of a final state',
      '<final id="checkout.paid"',
      '<final id="checkout.paid"><transition event="a"/></final><final',
      /stands in <final/,
    ],
    ['an event with spaces', 'event="checkout.left"', 'event="checkout!left"', /hears "checkout!left"/],
    ['a fact without a value', '<data id="isPaid" expr="false"/>', '', /nothing says what isPaid is/],
    ['an event within another', 'event="checkout.ask"', 'event="checkout"', /also matches "checkout\.left"/],
    ['an invoke of nothing', ' src="postCheckout"', '', /has no src/],
  ])('reject %s', (_, sound, broken, message) => {
    const withEntry = checkout.replace(
      '<state id="checkout.away"',
      '<state id="checkout.away2"><onentry><log/></onentry></state>\n<state id="checkout.away"',
    );
    expect(scxmlFaults(withEntry)).toEqual([]);
    expect(withEntry).toContain(sound);
    expect(scxmlFaults(withEntry.replace(sound, broken)).join('\n')).toMatch(message);
  });
});
