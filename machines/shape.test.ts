import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { shapeOf } from '#build/charts-shape.ts';
import { machines } from './index.ts';
import { SnapshotSchema } from './snapshot.ts';

/** A chart with a child, and the schema of its context; each part can be another. */
const shape = ({ description = 'A page.', note = 'a count', state = 'open', child = 'read', key = 'count' } = {}) => {
  const invoked = fromPromise(async () => undefined);
  const more = { [state]: { description, invoke: { id: child, src: invoked } } };
  const machine = setup({}).createMachine({
    id: 'page',
    description,
    initial: 'shut',
    states: { shut: { description: `${description} It is shut.` }, ...more },
  });
  const context = v.object({ [key]: v.pipe(v.number(), v.minValue(1, note)), names: v.array(v.string()) });
  return shapeOf([machine], context);
};

describe('the shape of charts', () => {
  it.each([
    ['descriptions', { description: 'A page of the shop.' }],
    ['messages of a check', { note: 'a number' }],
  ])('is the same with other %s', (_, other) => {
    expect(shape(other)).toBe(shape());
  });

  it.each([
    ['state', { state: 'wide' }],
    ['child', { child: 'look' }],
    ['key of a context', { key: 'sum' }],
  ])('differs with another %s', (_, other) => {
    expect(shape(other)).not.toBe(shape());
  });

  it('of the shop is a fingerprint of all charts', () => {
    const whole = shapeOf(Object.values(machines), SnapshotSchema);
    expect(whole).toMatch(/^[\w-]{16}$/);
    for (const machine of Object.values(machines)) expect(shapeOf([machine], SnapshotSchema)).not.toBe(whole);
  });
});
