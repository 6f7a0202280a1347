import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type AnyMachineSnapshot, createMachine, initialTransition, type StateNode, transition } from 'xstate';
import type { Facts, Running } from './bare.ts';
import type { Other } from './traces.ts';

/** Runs an exported JSON configuration as its reader would: `createMachine(json).provide(stubs)`. */

type Facts5 = { holds: Record<string, boolean>; raised: string };
type Machine = ReturnType<typeof createMachine>;
type Module = { readonly facts: Facts5; readonly stubs: Parameters<Machine['provide']>[0] };

const load = async (path: string): Promise<Module> => import(/* @vite-ignore */ pathToFileURL(path).href);

const isLeaf = ({ type }: StateNode): boolean => type === 'atomic' || type === 'final';

const running = (machine: Machine, own: Facts5, begin: Facts): Running => {
  const know = ({ holds, raised }: Facts): void => {
    Object.assign(own.holds, holds);
    own.raised = raised;
  };
  know(begin);
  let snapshot: AnyMachineSnapshot = initialTransition(machine)[0];
  return {
    at: () =>
      snapshot._nodes
        .filter(isLeaf)
        .map(({ id }: StateNode) => id)
        .sort()
        .join(' '),
    isOver: () => snapshot.status !== 'active',
    send: (event, facts) => {
      know(facts);
      const [next, actions] = transition(machine, snapshot, { type: event });
      if (next.status === 'error') throw next.error;
      snapshot = next;
      return actions.map(({ type }) => `do ${type}`);
    },
  };
};

/** The JSON of a chart and the stubs beside it, of which actions and resulting states are compared. */
export const inXStateFive = async (json: string, stubsFile: string): Promise<Other> => {
  const { facts, stubs } = await load(stubsFile);
  const machine = createMachine(JSON.parse(readFileSync(json, 'utf8'))).provide(stubs);
  // A raising stub is resolved by XState, and not among the actions of a step.
  const known = Object.entries(stubs.actions ?? {}).flatMap(([name, stub]) => ('type' in Object(stub) ? [] : [name]));
  return {
    name: 'the JSON',
    begin: (begin) => running(machine, facts, begin),
    eventOf: (type) => type,
    compares: (line) => known.some((name) => line === `do ${name}`),
  };
};
