import { expect, it, vi } from 'vitest';
import { createActor, createMachine, sendParent, sendTo } from 'xstate';
import { onChange } from './changes.ts';

const child = createMachine({
  initial: 'idle',
  states: {
    idle: { on: { ask: { target: 'answering', actions: sendParent({ type: 'answer' }) } } },
    answering: { on: { look: {}, end: { target: 'over', actions: sendParent({ type: 'look' }) } } },
    over: { type: 'final' },
  },
});
const parent = createMachine({
  initial: 'idle',
  invoke: { id: 'child', src: child, onDone: '.ended' },
  states: {
    idle: { on: { go: { target: 'asking', actions: sendTo('child', { type: 'ask' }) } } },
    asking: { on: { answer: { target: 'answered', actions: sendTo('child', { type: 'look' }) } } },
    answered: { on: { look: { actions: sendTo('child', { type: 'look' }) } } },
    ended: {},
  },
});

const open = () => {
  const app = createActor(parent).start();
  const seen: unknown[] = [];
  const see = () => seen.push([app.getSnapshot().value, app.getSnapshot().children.child?.getSnapshot().value]);
  return { app, seen, see, child: app.getSnapshot().children.child };
};

it('is reported once for an event and all that it causes, and of a child alone, when all have settled', () => {
  const { app, seen, see, child } = open();
  const end = onChange(app, see);
  app.send({ type: 'go' });
  expect(seen).toEqual([['answered', 'answering']]);
  child?.send({ type: 'look' });
  expect(seen).toHaveLength(2);
  child?.send({ type: 'end' });
  expect(seen.slice(2)).toEqual([['ended', 'over']]);
  child?.send({ type: 'look' });
  app.send({ type: 'look' });
  expect(seen).toHaveLength(4);
  end();
  app.send({ type: 'look' });
  expect(seen).toHaveLength(4);
});

it('is reported to others where a listener fails, and the charts go on', async () => {
  const { app, seen, see } = open();
  const failures: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (report: () => void) => {
    try {
      report();
    } catch (thrown) {
      failures.push(thrown);
    }
  });
  onChange(app, () => {
    throw new Error('A mirror failed');
  });
  onChange(app, see);
  app.send({ type: 'go' });
  vi.unstubAllGlobals();
  expect(seen).toEqual([['answered', 'answering']]);
  expect(failures).toEqual([new Error('A mirror failed')]);
});
