import { expect, it } from 'vitest';
import { assign, createActor, createMachine, setup } from 'xstate';
import { journeys } from './compose.ts';
import { drive } from './drive.ts';
import { simulateActors } from './simulated.ts';

const leaf = createMachine({
  id: 'leaf',
  initial: 'idle',
  states: { idle: { on: { go: 'busy' } }, busy: { on: { end: 'over' } }, over: { type: 'final' } },
});
const middle = setup({ actors: { leaf } }).createMachine({
  id: 'middle',
  invoke: {
    id: 'leaf',
    src: 'leaf',
    onSnapshot: { guard: ({ event }) => event.snapshot.value === 'busy', target: '.busy' },
    onDone: '.over',
  },
  initial: 'idle',
  states: { idle: {}, busy: {}, over: { type: 'final' } },
});
const top = setup({ actors: { middle }, types: {} as { context: { wasBusy: boolean } } }).createMachine({
  id: 'top',
  context: { wasBusy: false },
  initial: 'open',
  states: {
    open: {
      invoke: {
        id: 'middle',
        src: 'middle',
        onSnapshot: { actions: assign(({ event }) => ({ wasBusy: event.snapshot.value === 'busy' })) },
        onDone: 'closed',
      },
    },
    closed: { on: { ask: [{ guard: ({ context }) => context.wasBusy, target: 'yes' }, { target: 'no' }] } },
    yes: {},
    no: {},
  },
});

it('a parent sees what its child passes through by its own child, but not the snapshot of the end', async () => {
  const [post] = journeys(top, { top: { reads: ['wasBusy'] } });
  const [journey] = post?.journeys ?? [];
  if (!journey) throw new Error('no walk');
  expect(journey.steps.at(-1)?.takes).toEqual(['top.closed | ask [0]']);
  const { machine, simulated } = simulateActors(top);
  const app = createActor(machine).start();
  await drive(journey, { app, simulated });
  expect(app.getSnapshot().value).toBe('yes');
});
