import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { chartOf } from '#test/tools/exports/json.ts';
import { extracted, readable } from './extract.ts';
import { root } from './source.ts';

const fileOf = (id: string) => readFileSync(`${root}machines/${id}/${id}.machine.ts`, 'utf8');

// The extractor warns about functions in `params`, which no drawing shows.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('the statically extracted chart equals the running chart:', () => {
  it.each(Object.values(machines).map((machine) => [machine.id, machine] as const))('%s', (id, machine) => {
    expect(readable(extracted(fileOf(id)))).toEqual(readable(chartOf(machine)));
  });
});

describe('the extractor reports what it cannot read:', () => {
  const sound = fileOf('hold');
  const whole = readable(chartOf(machines.hold));
  it.each([
    ['a spread of states', '    lost: {', '    ...more,\n    lost2: {'],
    [
      'an imported state',
      "    lost: {\n      type: 'final',\n      description: 'The seats are gone.',\n    },",
      '    lost,',
    ],
    ['a state from a call', "    lost: {\n      type: 'final',", "    lost: ended({\n      type: 'final',"],
    ['transitions that are spread', "    'page.returned': { actions: 'look' },", '    ...always,'],
    ['an imported target', "onDone: 'retaking',", 'onDone: retaking,'],
    ['another chart', "id: 'hold'", "id: 'hold2'"],
  ])('%s', (_, written, hidden) => {
    expect(sound).toContain(written);
    const text = sound.replace(written, hidden).replace(/(ended\(\{[^}]*\})/, '$1)');
    const readBack = () => readable(extracted(text));
    expect(() => expect(readBack()).toEqual(whole)).toThrow();
  });

  it('a file without a chart', () => {
    expect(() => extracted('export const nothing = 1;')).toThrow('0 machines are found');
  });
});
