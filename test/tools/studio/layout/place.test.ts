import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { graphOf } from '../../exports/graph.ts';
import { place } from './place.ts';

const arrowsOf = async (name: keyof typeof machines): Promise<string[]> => {
  const { flows } = await place(graphOf(machines[name]));
  return flows.map(({ flow }) => `${flow.source} > ${flow.target}`);
};

describe('the drawing of a chart', () => {
  it.each([
    [
      'purchase',
      ['order > sign-in', 'sign-in.editing > sign-in.saving', 'sign-in.saving > payment', 'payment > confirm'],
    ],
    ['purchase', ['confirm > checkout', 'checkout > complete']],
    ['checkout', ['entering > posting', 'posting > challenging', 'challenging > confirming', 'confirming > paid']],
    ['change-date', ['changedate.reading > changedate.searching', 'confirm.asking > confirm.moving']],
    ['queue', ['asking > admitted', 'asking > waiting', 'admitted > left']],
  ] as const)('has the happy path of %s as arrows: %j', async (name, path) => {
    const drawn = await arrowsOf(name);
    const wanted = path.map((arrow) => arrow.replaceAll(/[\w.-]+/g, (state) => `${name}.${state}`));
    expect(wanted.filter((arrow) => !drawn.includes(arrow))).toEqual([]);
  });
});
