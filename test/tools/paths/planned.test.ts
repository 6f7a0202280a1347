import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { plans } from '#test/paths/plans.ts';
import { journeys } from '../explore/compose.ts';
import { everyState } from '../explore/ways.ts';
import { plannedLines } from './planned.ts';

const toStates = journeys(machines.app, plans, everyState);

/** `npm run tool -- exports` runs the files; here each of them can be written, in every run. */
describe('the file for Playwright', () => {
  it.each([
    ['each state', toStates],
    ['each walk that covers transitions', journeys(machines.app, plans)],
  ])('of %s has a cause for every step', async (_, posts) => {
    expect(posts.map(({ model }) => model.machine.id).toSorted()).toEqual(Object.keys(machines).toSorted());
    const faults: string[] = [];
    for (const { model, journeys: own } of posts)
      for (const journey of own)
        await plannedLines(journey).catch((thrown: unknown) => faults.push(`${model.machine.id}: ${String(thrown)}`));
    expect(faults).toEqual([]);
  });
});

it('waits for the time that the timer waits for, not for another one of the chart', async () => {
  const purchase = toStates.find(({ model }) => model.machine.id === 'purchase');
  const offering = purchase?.journeys.find(({ steps }) => steps.at(-1)?.state === 'sended-mail.offering');
  const lines = offering ? (await plannedLines(offering)).lines : [];
  expect(lines).toContainEqual(['passUntil', 'app/purchase', 'resendAt', 0]);
});
