import { type Seen, seenIn } from 'ticket-store/test/paths/properties/seen.ts';
import type { AnyStateMachine } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import { actorAt } from '../explore/simulated.ts';
import { endedChild } from '../explore/step.ts';
import { startApp } from './judge.ts';

/** Whether two trees of charts behave alike in everything that can be observed. */

/** Everything that a visitor, the browser's storage, the server or a tester (`data-state`) could notice. */
const observed = ({ screen, address, running, waiting, shown }: Seen): unknown => ({
  screen,
  address,
  state: shown?.snapshot.value,
  turn: running.map(({ path, snapshot }) => [path, [...snapshot.tags]]),
  data: running.map(({ path, snapshot }) => [path, snapshot.context]),
  requests: waiting.map(({ path, input }) => [path, input]).toSorted(),
  offers: running
    .filter((one) => one === shown)
    .map(({ snapshot }) => snapshot._nodes.flatMap((node) => [...node.transitions.keys()])),
});

/** Random keys by the sequence in which they appear. */
const withoutKeys = (text: string): string => {
  const names = new Map<string, string>();
  return text.replaceAll(/\b[0-9a-f]{32}\b/g, (key) => {
    const name = names.get(key) ?? `key ${names.size + 1}`;
    names.set(key, name);
    return name;
  });
};

/** The observations at each step of a journey, whether or not the chart follows its plan. */
const traceOf = (root: AnyStateMachine, journey: Journey): string => {
  const emitted: unknown[] = [];
  const { app, simulated } = startApp(root, journey, (event) => {
    if (event.type === '@xstate.action' && event.action.type === 'xstate.emit') emitted.push(event.action.params);
  });
  const trace = [observed(seenIn(app, simulated))];
  for (const step of journey.steps) {
    if (step.automatic) continue;
    try {
      if (endedChild(step.event.type) !== undefined) simulated.answer(step.actor, step.event);
      else actorAt(app, step.actor)?.send(step.event);
      trace.push(observed(seenIn(app, simulated)));
    } catch (thrown) {
      trace.push(String(thrown));
      break;
    }
  }
  app.stop();
  return withoutKeys(JSON.stringify([trace, emitted]));
};

/** True if no journey shows a difference. */
export const areEqual = (one: AnyStateMachine, other: AnyStateMachine, journeys: readonly Journey[]): boolean =>
  journeys.every((journey) => traceOf(one, journey) === traceOf(other, journey));
