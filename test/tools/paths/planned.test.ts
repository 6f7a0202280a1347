import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { plans } from '#test/paths/plans.ts';
import { journeys } from '../explore/compose.ts';
import { everyState } from '../explore/ways.ts';
import { plannedLines } from './planned.ts';

const toStates = journeys(machines.app, plans, everyState);
const coverage = journeys(machines.app, plans);

/** `npm run tool -- exports` runs the files; here each of them can be written, in every run. */
describe('the file for Playwright', () => {
  it.each([
    ['each state', toStates],
    ['each walk that covers transitions', coverage],
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

it('answers the request for an order that the outcome of a return has named', async () => {
  const checkout = coverage.find(({ model }) => model.machine.id === 'checkout');
  const isNamed = (event: object) => 'output' in event && JSON.stringify(event.output).includes('"order-1"');
  const lost = checkout?.journeys.find(
    ({ steps }) =>
      steps.some(({ event }) => event.type === 'xstate.done.actor.queryOutcome' && isNamed(event)) &&
      JSON.stringify(steps.at(-1)?.event).includes('token_not_found'),
  );
  const lines = lost ? (await plannedLines(lost)).lines : [];
  const replies = lines.filter(([method]) => method === 'reply');
  expect(replies.at(-1)?.[4]).toMatchObject({ code: 'token_not_found' });
});
