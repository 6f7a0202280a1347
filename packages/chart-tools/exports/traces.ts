import * as fc from 'fast-check';
import type { AnyStateMachine } from 'xstate';
import { graphOf } from '../drawing/graph.ts';
import { stateNodes, transitionsOf } from '../explore/definitions.ts';
import { asShipped } from './xstate5.ts';

/** The facts while an event is handled: each guard by name, and the event that raising actions raise (`''` for none). */
export type Facts = { readonly holds: Readonly<Record<string, boolean>>; readonly raised: string };

/** A running chart: its state after each event, and the actions that were executed. */
export type Running = {
  readonly at: () => string;
  readonly isOver: () => boolean;
  /** Null if the chart would loop forever on it; it then stays in its state. */
  readonly send: (event: string, facts: Facts) => readonly string[] | null;
};

/** An event of a list: one that is handled in the current state, or (`anywhere`) any event; with the facts at that time. */
type Drawn = {
  readonly pick: number;
  readonly anywhere: boolean;
  /** Thirty guards each, one bit a guard. */
  readonly holds: readonly number[];
  readonly raised: number;
};
export type EventList = readonly Drawn[];

/** What was compared: events sent. */
export type Compared = { events: number };

/** Events that a wildcard covers; any will do where it is written as such. */
const anyCovered = (wildcard: string): readonly string[] => [wildcard.replace(/\*$/, 'other')];

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
  ...new Set(graphOf(machine).transitions.flatMap(({ guard }) => guard || [])),
];

/** What event lists need of a machine, computed once. */
const eventsOf = (machine: AnyStateMachine, covered = anyCovered) => {
  const sendable = (type: string) => (type.endsWith('*') ? covered(type) : [type]);
  const eventsIn = new Map(
    [machine.root, ...stateNodes(machine)].map((node) => [
      node.id,
      [...new Set(transitionsOf(node).map((t) => t.eventType))].filter((type) => type !== '').flatMap(sendable),
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

const formatTrace = (running: Running, trace: readonly string[]): string =>
  [...trace, `at ${running.at()}${running.isOver() ? ' (over)' : ''}`].join('\n');

/** Another interpreter of a chart's exported file. */
export type Other = {
  readonly name: string;
  readonly begin: (facts: Facts) => Running;
  /** Its name of an event of XState 5. */
  readonly eventOf: (type: string) => string;
  /** Which actions are compared; the resulting state always is. */
  readonly compares: (action: string) => boolean;
  /** The events that a wildcard stands for, where the file names them. */
  readonly covered?: (wildcard: string) => readonly string[];
};

/**
 * Plays a list of events in both XState 5 and another interpreter. Throws at the first event for which they differ in the
 * compared actions, or in the resulting state.
 */
export const compareWith = (
  machine: AnyStateMachine,
  other: Other,
  compared: Compared,
): ((list: EventList) => void) => {
  const { all, own, eventsAt, guards } = eventsOf(machine, other.covered);
  const factsOf = ({ holds, raised }: Drawn): Facts => ({
    holds: Object.fromEntries(
      guards.map((guard, i) => [guard, (((holds[Math.floor(i / bits)] ?? 0) >> (i % bits)) & 1) === 1]),
    ),
    raised: raised % 2 === 0 ? '' : (at(own, raised >> 1) ?? ''),
  });
  const inXState = asShipped(machine);
  return ([first, ...events]) => {
    if (first === undefined) return;
    const ours = inXState(factsOf(first));
    const theirs = other.begin(factsOf(first));
    const story = [`begins at ${ours.at()}`];
    if (ours.at() !== theirs.at()) throw new Error(`XState begins at ${ours.at()}, ${other.name} at ${theirs.at()}`);
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
      const lines = (running: Running, all: readonly string[]) => formatTrace(running, all.filter(other.compares));
      const one = lines(ours, trace);
      const another = lines(theirs, theirs.send(other.eventOf(type), facts) ?? []);
      compared.events += 1;
      story.push(`${type} → ${ours.at()}`);
      if (one !== another) throw new Error(`${story.join('\n')}\nXState:\n${one}\n${other.name}:\n${another}`);
    }
  };
};
