import { readFileSync } from 'node:fs';
import { graphOf } from '@ticket-store/chart-tools/drawing/graph.ts';
import { extracted, readable } from '@ticket-store/chart-tools/exports/extract.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { root } from './source.ts';

const fileOf = (id: string) => readFileSync(`${root}machines/${id}/${id}.machine.ts`, 'utf8');

// The extractor warns about functions in `params`, which no drawing shows.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

it.each(Object.values(machines).map((machine) => [machine.id, machine] as const))(
  'the statically extracted chart equals the running chart: %s',
  (id, machine) => {
    expect(readable(extracted(fileOf(id)))).toEqual(readable(graphOf(machine)));
  },
);

const sound = fileOf('hold');
const last = sound.slice(sound.indexOf('    adrift: {'), sound.lastIndexOf('  },\n});'));
it.each([
  ['a spread of states', last, '    ...more,\n'],
  ['an imported state', last, '    adrift,\n'],
  ['a state from a call', last, last.replace('{', 'ended({').replace(/ {4}\},\n$/, '    }),\n')],
  ['transitions that are spread', "    'page.returned': { actions: 'look' },", '    ...always,'],
  ['a computed key', "'page.returned': {", '[name]: {'],
  ['an imported target', "onDone: 'retaking',", 'onDone: retaking,'],
  ['another chart', "id: 'hold'", "id: 'hold2'"],
  ['no chart', 'createMachine', 'prepare'],
  ['two charts', 'export const', 'export const other = createMachine({ id: "other" });\nexport const'],
])('a chart that Stately Studio cannot read is reported: %s', (_, written, hidden) => {
  expect(sound).toContain(written);
  const text = sound.replace(written, hidden);
  expect(() => expect(readable(extracted(text))).toEqual(readable(graphOf(machines.hold)))).toThrow();
});
