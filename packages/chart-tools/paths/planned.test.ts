import { machines } from 'ticket-store/machines/index.ts';
import { expect, it } from 'vitest';
import type { Post } from '../explore/compose.ts';
import { tours } from '../explore/tours.ts';
import { everyState } from '../explore/ways.ts';
import { exploredPosts } from '../walks/explored.ts';
import { runPaths } from './command.ts';
import { plannedLines } from './planned.ts';

const posts = exploredPosts().map((post) => ({ ...post, journeys: tours(post.model).map(post.journeyOf) }));
const planOf = (id: string) => posts.filter(({ model }) => model.machine.id === id);
const toStates = ({ model, journeyOf }: Post) => everyState(model).map(journeyOf);

it('all charts are explored in at most 95,000 steps', () => {
  const models = new Set(posts.map(({ model }) => model));
  const steps = [...models].flatMap(({ edges }) => [...edges.values()].flat()).length;
  expect(steps).toBeGreaterThan(1_000);
  expect(steps).toBeLessThanOrEqual(95_000);
});

it('npm run tool -- chart paths lists for every chart what its walks take', async () => {
  expect(await runPaths([], () => posts)).toMatch(/hold +app\/purchase\/hold +\d+ +\d+ +\d+ +\d+ +\d+ +0/);
});

it('the file for Playwright of each state, and of each walk over transitions, has a cause for every step', async () => {
  expect([...new Set(posts.map(({ model }) => model.machine.id))].toSorted()).toEqual(Object.keys(machines).toSorted());
  const faults: string[] = [];
  for (const post of posts)
    for (const journey of [...toStates(post), ...post.journeys])
      await plannedLines(journey).catch((thrown: unknown) => faults.push(`${journey.machine}: ${String(thrown)}`));
  expect(faults).toEqual([]);
});

it('waits for the time that the timer waits for, not for another one of the chart', async () => {
  const toOffering = planOf('purchase').flatMap(toStates);
  const offering = toOffering.find(({ steps }) => steps.at(-1)?.state === 'sended-mail.offering');
  const lines = offering ? (await plannedLines(offering)).lines : [];
  expect(lines).toContainEqual(['passUntil', 'app/purchase', 'resendAt', 0]);
});

it('answers the request for an order that the outcome of a return has named', async () => {
  const isNamed = (event: object) => 'output' in event && JSON.stringify(event.output).includes('"order-1"');
  const returned = planOf('checkout')
    .flatMap(({ journeys: own }) => own)
    .find(
      ({ steps }) =>
        steps.some(({ event }) => event.type === 'xstate.done.actor.queryOutcome' && isNamed(event)) &&
        steps.at(-1)?.event.type === 'xstate.done.actor.confirmPayment',
    );
  const lines = returned ? (await plannedLines(returned)).lines : [];
  const replies = lines.filter(([method]) => method === 'reply');
  expect(replies.at(-1)?.[4]).toMatchObject({ status: 'requires_action' });
});
