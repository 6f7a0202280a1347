import * as fc from 'fast-check';
import type { AnyStateMachine } from 'xstate';
import { eventName, stateNodes, transitionsOf } from '../explore/definitions.ts';
import { runInXState } from './bare.ts';
import { chartOf } from './json.ts';
import { type Facts, type Running, runInScion } from './scion.ts';
import { scxmlEvent } from './scxml.ts';

/** An event of a list: one that is handled in the current state, or (`anywhere`) any event; with the facts at that time. */
type Drawn = {
  readonly pick: number;
  readonly anywhere: boolean;
  /** Thirty guards each, one bit a guard. */
  readonly holds: readonly number[];
  readonly raised: number;
};
export type EventList = readonly Drawn[];

/** What was compared: events sent, transitions taken. */
export type Compared = { events: number; readonly taken: Set<string> };

const sendable = (descriptor: string) => descriptor.replace(/\*$/, 'other');

const bits = 30;

/** Lists of events for any chart; the first entry only sets the facts at the start. */
export const eventLists: fc.Arbitrary<EventList> = fc.array(
  fc.record({
    pick: fc.noBias(fc.nat(10_000)),
    anywhere: fc.noBias(fc.nat(4)).map((number) => number === 0),
    holds: fc.tuple(fc.noBias(fc.nat(2 ** bits - 1)), fc.noBias(fc.nat(2 ** bits - 1))),
    raised: fc.noBias(fc.nat(100)),
  }),
  { minLength: 2, maxLength: 30, size: 'max' },
);

const guardsOf = (machine: AnyStateMachine): string[] => [
  ...new Set(chartOf(machine).transitions.flatMap(({ guard }) => guard ?? [])),
];

/** What event lists need of a machine, computed once. */
const eventsOf = (machine: AnyStateMachine) => {
  const eventsIn = new Map(
    [machine.root, ...stateNodes(machine)].map((node) => [
      node.id,
      [...new Set(transitionsOf(node).map((t) => t.eventType))].filter((type) => type !== '').map(sendable),
    ]),
  );
  const all = [...new Set([...eventsIn.values()].flat())];
  const own = all.filter((type) => !type.startsWith('xstate.'));
  // Events of the innermost state are drawn four times as often as the root's, so that lists reach further states.
  const eventsAt = (leaf: string): string[] => {
    const parts = leaf.split('.');
    return parts.flatMap((_, index) => {
      const types = eventsIn.get(parts.slice(0, index + 1).join('.')) ?? [];
      return index === 0 ? types : [types, types, types, types].flat();
    });
  };
  return { all, own, eventsAt, guards: guardsOf(machine) };
};

const at = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

/** The trace of an event, made comparable: on its end XState exits the root last, SCXML before the final state. */
const formatTrace = (running: Running, trace: readonly string[], root: string): string => {
  const here = running.at();
  const lines = running.isOver() ? trace.filter((line) => line !== `exit ${root}` && line !== `exit ${here}`) : trace;
  return [...lines, `at ${here}${running.isOver() ? ' (over)' : ''}`].join('\n');
};

/**
 * Plays a list of events in both XState and SCION. Throws at the first event for which they differ in the sequence of exits,
 * actions and entries, or in the resulting state.
 */
export const compare = (machine: AnyStateMachine, text: string, compared: Compared): ((list: EventList) => void) => {
  const { all, own, eventsAt, guards } = eventsOf(machine);
  const factsOf = ({ holds, raised }: Drawn): Facts => ({
    holds: Object.fromEntries(
      guards.map((guard, i) => [guard, (((holds[Math.floor(i / bits)] ?? 0) >> (i % bits)) & 1) === 1]),
    ),
    raised: raised % 2 === 0 ? '' : (at(own, raised >> 1) ?? ''),
  });
  const inXState = runInXState(machine);
  const inScion = runInScion(text, compared.taken);
  return ([first, ...events]) => {
    if (first === undefined) return;
    const ours = inXState(factsOf(first));
    const theirs = inScion(factsOf(first));
    const story = [`begins at ${ours.at()}`];
    if (ours.at() !== theirs.at()) throw new Error(`XState begins at ${ours.at()}, SCION at ${theirs.at()}`);
    for (const drawn of events) {
      if (ours.isOver()) return;
      const handled = eventsAt(ours.at());
      const type = at(drawn.anywhere ? all : handled, drawn.pick);
      // Errors that the current state does not handle are left out, because XState would stop the chart.
      if (type === undefined || (type.startsWith('xstate.error.') && !handled.includes(type))) continue;
      const facts = factsOf(drawn);
      const trace = ours.send(type, facts);
      // With these guards the chart would loop forever: the next event is drawn.
      if (trace === null) continue;
      const one = formatTrace(ours, trace, machine.id);
      const other = formatTrace(theirs, theirs.send(scxmlEvent(eventName(type)), facts) ?? [], machine.id);
      compared.events += 1;
      story.push(`${type} → ${ours.at()}`);
      if (one !== other) throw new Error(`${story.join('\n')}\nXState:\n${one}\nSCION:\n${other}`);
    }
  };
};
