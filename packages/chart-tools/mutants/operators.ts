import { type AnyStateMachine, not } from 'xstate';
import { eventName } from '../explore/definitions.ts';
import {
  type Branch,
  branchesOf,
  type Config,
  copyOf,
  type Invoke,
  listOf,
  nameOf,
  stateAt,
  statesIn,
} from './config.ts';

/** Operators that make one fault in a chart's configuration, and every place where they fit. */

export const operators = [
  'drop action',
  'swap actions',
  'drop entry',
  'drop exit',
  'negate guard',
  'swap guards',
  'retarget',
  'drop target',
  'drop reenter',
  'swap branches',
  'drop input',
  'remove tag',
] as const;
export type Operator = (typeof operators)[number];

/** A fault; `id` names it in reports and lists, e.g. `payment.choosing | payment.submit [0]: negate guard hasMethod`. */
export type Mutant = {
  readonly id: string;
  readonly chart: string;
  readonly operator: Operator;
  readonly config: () => Config;
};

type Change = (state: Config) => void;
type Place = { readonly operator: Operator; readonly where: string; readonly what: string; readonly change: Change };

const without = (list: readonly unknown[], index: number): unknown[] => list.filter((_, at) => at !== index);
const swapped = <T>(list: readonly T[], index: number): T[] =>
  list.map((one, at) => (at === index ? list[index + 1] : at === index + 1 ? list[index] : one) ?? one);

/** Where a state has branches: its events, `always`, and the ends of what it invokes. */
type Slot = {
  readonly name: string;
  readonly read: (state: Config) => unknown;
  readonly write: (state: Config, to: Branch[]) => void;
};

const ends = { onDone: 'done', onError: 'error', onSnapshot: 'snapshot' } as const;
const endNames = Object.keys(ends) as (keyof typeof ends)[];

const invokeAt = (state: Config, index: number): Invoke => listOf(state.invoke)[index] as Invoke;

const slotsOf = (state: Config): Slot[] => [
  ...Object.keys(state.on ?? {}).map(
    (type): Slot => ({
      name: eventName(type),
      read: ({ on }) => on?.[type],
      write: ({ on }, to) => Object.assign(on ?? {}, { [type]: to }),
    }),
  ),
  ...(state.always === undefined
    ? []
    : [
        {
          name: 'always',
          read: (one: Config) => one.always,
          write: (one: Config, to: Branch[]) => Object.assign(one, { always: to }),
        },
      ]),
  ...listOf(state.invoke).flatMap((_, index) =>
    endNames
      .filter((end) => invokeAt(state, index)[end] !== undefined)
      .map(
        (end): Slot => ({
          name: `${ends[end]}(${invokeAt(state, index).id})`,
          read: (one) => invokeAt(one, index)[end],
          write: (one, to) => Object.assign(invokeAt(one, index), { [end]: to }),
        }),
      ),
  ),
];

/** The state to which a faulty arrow leads instead: the next one beside its target. */
const beside = (machine: AnyStateMachine, target: string, source: readonly string[]): string | undefined => {
  const node = targetOf(machine, target, source);
  const siblings = Object.values(node?.parent?.states ?? {});
  const others = siblings.filter(
    // Which of two final states a chart ends in makes no difference.
    (one) =>
      one !== node && one.path.join('.') !== source.join('.') && !(one.type === 'final' && node.type === 'final'),
  );
  const from = siblings.indexOf(node);
  const next = others.find((one) => siblings.indexOf(one) > from) ?? others[0];
  return next && `#${next.id}`;
};

const targetOf = (machine: AnyStateMachine, target: string, source: readonly string[]) => {
  if (target.startsWith('#')) return machine.getStateNodeById(target.slice(1));
  const base = target.startsWith('.') ? source : source.slice(0, -1);
  return machine.getStateNodeById([machine.id, ...base, target.replace(/^\./, '')].join('.'));
};

const inBranches = (machine: AnyStateMachine, path: readonly string[], state: Config): Place[] =>
  slotsOf(state).flatMap((slot) => {
    const branches = branchesOf(slot.read(state));
    const changed =
      (index: number, part: (branch: Branch) => Branch): Change =>
      (one) =>
        slot.write(
          one,
          branchesOf(slot.read(one)).map((branch, at) => (at === index ? part(branch) : branch)),
        );
    return branches.flatMap((branch, index): Place[] => {
      const places: Place[] = [];
      const fault = (operator: Operator, what: string, part: (branch: Branch) => Branch): unknown =>
        places.push({ operator, where: `${slot.name} [${index}]`, what, change: changed(index, part) });
      const actions = listOf(branch.actions);
      for (const [at, action] of actions.entries()) {
        const [name, next] = [nameOf(action), nameOf(actions[at + 1])];
        fault('drop action', name, (one) => ({ ...one, actions: without(listOf(one.actions), at) }));
        if (at < actions.length - 1)
          fault('swap actions', `${name}, ${next}`, (one) => ({ ...one, actions: swapped(listOf(one.actions), at) }));
      }
      const { guard, target } = branch;
      const next = branches[index + 1];
      if (guard !== undefined) fault('negate guard', nameOf(guard), (one) => ({ ...one, guard: not(guard as string) }));
      if (guard !== undefined && next?.guard !== undefined && nameOf(guard) !== nameOf(next.guard))
        places.push({
          operator: 'swap guards',
          where: `${slot.name} [${index}]`,
          what: `${nameOf(guard)}, ${nameOf(next.guard)}`,
          change: (one) => {
            const guards = [next.guard, guard];
            const exchanged = (old: Branch, at: number) => ({ ...old, guard: guards[at - index] ?? old.guard });
            slot.write(one, branchesOf(slot.read(one)).map(exchanged));
          },
        });
      if (next)
        places.push({
          operator: 'swap branches',
          where: `${slot.name} [${index}]`,
          what: `${nameOf(guard ?? 'else')}, ${nameOf(next.guard ?? 'else')}`,
          change: (one) => slot.write(one, swapped(branchesOf(slot.read(one)), index)),
        });
      const other = typeof target === 'string' ? beside(machine, target, path) : undefined;
      if (other) fault('retarget', `to ${other}`, (one) => ({ ...one, target: other }));
      if (typeof target === 'string') fault('drop target', target, ({ target: _, ...one }) => one);
      if (branch.reenter) fault('drop reenter', '', ({ reenter: _, ...one }) => one);
      return places;
    });
  });

const inState = (state: Config): Place[] => [
  ...(['entry', 'exit'] as const).flatMap((key) =>
    listOf(state[key]).map(
      (action, index): Place => ({
        operator: `drop ${key}`,
        where: key,
        what: nameOf(action),
        change: (one) => Object.assign(one, { [key]: without(listOf(one[key]), index) }),
      }),
    ),
  ),
  // A state that is left by the step that enters it cannot be observed.
  ...(branchesOf(state.always ?? []).some(({ guard }) => guard === undefined) ? [] : listOf(state.tags)).map(
    (tag, index): Place => ({
      operator: 'remove tag',
      where: 'tags',
      what: String(tag),
      change: (one) => Object.assign(one, { tags: without(listOf(one.tags), index) }),
    }),
  ),
  ...listOf(state.invoke).flatMap((_, index): Place[] =>
    invokeAt(state, index).input === undefined
      ? []
      : [
          {
            operator: 'drop input',
            where: `invoke ${invokeAt(state, index).id}`,
            what: '',
            change: (one) => Object.assign(invokeAt(one, index), { input: undefined }),
          },
        ],
  ),
];

/** Every fault that the operators can make in a chart. */
export const mutantsOf = (machine: AnyStateMachine): Mutant[] => {
  const config: Config = machine.config;
  return statesIn(config).flatMap(([path, state]) =>
    [...inState(state), ...inBranches(machine, path, state)].map(({ operator, where, what, change }) => ({
      id: `${[machine.id, ...path].join('.')} | ${where}: ${operator} ${what}`.trim(),
      chart: machine.id,
      operator,
      config: () => {
        const copy = copyOf(config);
        change(stateAt(copy, path));
        return copy;
      },
    })),
  );
};
