import * as XState from 'xstate4';
import { eventName } from '../explore/definitions.ts';
import { nameInFour, writtenOut } from './stately.ts';
import type { Facts, Other, Running } from './traces.ts';

/** Runs a file for the public visualizer as its evaluator does: XState 4, whose functions are given to the text. */

type Machine = XState.AnyStateMachine;
type Stubs = { readonly holds: Record<string, boolean>; raised: string };

/**
 * Evaluates a file's text with the names that the visualizer's evaluator gives it. Throws unless it makes one machine.
 */
export const evaluate = (text: string): { readonly machine: Machine; readonly facts: Stubs } => {
  const made: Machine[] = [];
  const createMachine = (...args: Parameters<typeof XState.createMachine>): Machine => {
    const machine: Machine = XState.createMachine(...args);
    made.push(machine);
    return machine;
  };
  const { interpret, assign, send, sendParent, spawn, actions } = XState;
  const names = {
    Machine: createMachine,
    createMachine,
    interpret,
    assign,
    send,
    sendParent,
    spawn,
    raise: actions.raise,
  };
  const globals = { ...names, actions, XState };
  const run = new Function(...Object.keys(globals), `${text}\nreturn facts;`);
  const facts: Stubs = Reflect.apply(run, undefined, Object.values(globals));
  const [machine, ...others] = made;
  if (machine === undefined || others.length > 0) throw new Error(`${made.length} machines are made`);
  return { machine, facts };
};

const running = ({ machine, facts: own }: ReturnType<typeof evaluate>, begin: Facts): Running => {
  const know = ({ holds, raised }: Facts): void => {
    Object.assign(own.holds, holds);
    own.raised = raised === '' ? '' : nameInFour(eventName(raised));
  };
  know(begin);
  let state = machine.initialState;
  return {
    at: () =>
      state.configuration
        .filter(({ type }) => type === 'atomic' || type === 'final')
        .map(({ id }) => id)
        .sort()
        .join(' '),
    isOver: () => state.done === true,
    send: (event, facts) => {
      know(facts);
      state = machine.transition(state, { type: event });
      return [];
    },
  };
};

/** A file for the visualizer in XState 4, of which the resulting states are compared. */
export const inXStateFour = (text: string): Other => {
  const evaluated = evaluate(text);
  return {
    name: 'XState 4',
    begin: (facts) => running(evaluated, facts),
    eventOf: (type) => nameInFour(eventName(type)),
    compares: () => false,
    covered: writtenOut([]),
  };
};
