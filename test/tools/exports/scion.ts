import { createRequire } from 'node:module';
import { type Element, readXml } from './read-scxml.ts';

// The package is a bundle of CommonJS, in which Node finds no names.
const scion: typeof import('@scion-scxml/core') = createRequire(import.meta.url)('@scion-scxml/core');

/** The facts while an event is handled: each guard by name, and the event that raising actions raise (`''` for none). */
export type Facts = { readonly holds: Readonly<Record<string, boolean>>; readonly raised: string };

/** One line for each state left, action executed and state entered, in sequence. */
export type Trace = readonly string[];

/** A running chart: its state after each event, and the trace of each event. */
export type Running = {
  readonly at: () => string;
  readonly isOver: () => boolean;
  /** Null if the chart would loop forever on it; it then stays in its state. */
  readonly send: (event: string, facts: Facts) => Trace | null;
};

type Execution = { facts: Facts; readonly trace: string[]; readonly taken: Set<string> };
/** Executable content as SCION calls it: its `this` can raise events. */
type Executable = (this: { raise: (event: { name: string }) => void }) => void;

/** The value of a condition in the datamodel of exported charts: a guard's name, or whether `raised` is set. */
const evaluate = (cond: string, { facts }: Execution): boolean => {
  if (cond === "raised != ''") return facts.raised !== '';
  const holds = facts.holds[cond];
  if (holds === undefined) throw new Error(`no fact defines ${cond}`);
  return holds;
};

const executableOf = (element: Element, execution: Execution): Executable => {
  const { name, attributes, children } = element;
  if (name === 'log') return () => execution.trace.push(`do ${attributes.expr?.slice(1, -1)}`);
  if (name === 'raise') {
    const { event = '' } = attributes;
    return function () {
      this.raise({ name: event });
    };
  }
  if (name === 'send' && attributes.target === '#_internal' && attributes.eventexpr === 'raised') {
    return function () {
      this.raise({ name: execution.facts.raised });
    };
  }
  if (name === 'if') {
    const inner = children.map((child) => executableOf(child, execution));
    return function () {
      if (evaluate(attributes.cond ?? '', execution)) for (const executable of inner) executable.call(this);
    };
  }
  throw new Error(`<${name}> is not read`);
};

const transitionOf = ({ attributes, children }: Element, execution: Execution) => {
  const { event, cond, target, type } = attributes;
  const recordTaken: Executable = () => execution.taken.add(attributes['chart:id'] ?? '');
  return {
    ...(event === undefined ? {} : { event }),
    ...(cond === undefined ? {} : { cond: () => evaluate(cond, execution) }),
    ...(target === undefined ? {} : { target: target.split(/\s+/) }),
    ...(type === undefined ? {} : { type }),
    onTransition: [recordTaken, ...children.map((child) => executableOf(child, execution))],
  };
};

/** SCION's model of `<scxml>` or of one of its states. */
const modelOf = (element: Element, execution: Execution): object => {
  const { name, attributes, children } = element;
  const { id } = attributes;
  const called = (...names: readonly string[]) => children.filter((child) => names.includes(child.name));
  const contentOf = (executable: string): Executable[] =>
    called(executable).flatMap((one) => one.children.map((child) => executableOf(child, execution)));
  const initial = attributes.initial ?? called('initial')[0]?.children[0]?.attributes.target;
  const enter: Executable = () => execution.trace.push(`enter ${id}`);
  const exit: Executable = () => execution.trace.push(`exit ${id}`);
  return {
    $type: name,
    ...(id === undefined
      ? {}
      : { id, onEntry: [enter, ...contentOf('onentry')], onExit: [...contentOf('onexit'), exit] }),
    ...(initial === undefined ? {} : { initial: initial.split(/\s+/) }),
    transitions: called('transition').map((one) => transitionOf(one, execution)),
    states: called('state', 'parallel', 'final').map((child) => modelOf(child, execution)),
  };
};

type Candidate = { readonly events?: readonly string[]; readonly cond?: unknown };
const matches = ({ events = [] }: Candidate, event: string) =>
  events.some((one) => one === '*' || one === event || event.startsWith(`${one.replace(/\.\*$/, '')}.`));

/** An event without a handler, which makes SCION take eventless transitions. */
const settling = 'settling';

/** If handling one event evaluates more transitions than this, the chart loops. */
const maxEvaluations = 100_000;

/**
 * Runs an exported chart in SCION, an independent interpreter, starting with the given facts; ids of taken transitions are added
 * to `taken`. Throws if it loops forever.
 */
export const runInScion = (text: string, taken: Set<string>): ((begin: Facts) => Running) => {
  const root = readXml(text);
  return (begin) => running(root, { facts: begin, trace: [], taken });
};

const running = (root: Element, execution: Execution): Running => {
  const model = modelOf(root, execution);
  let broken: unknown = null;
  let isMatched = true;
  let evaluations = 0;
  const chart = new scion.Statechart(() => model, {
    sessionRegistry: new Map(),
    // SCION takes eventless transitions before an event, and none after an event without a match; the Recommendation (Appendix D)
    // handles the event first and then always eventless ones. The facts belong to the event.
    transitionSelector: (
      t: Candidate,
      event: { name: string } | undefined,
      holds: (cond: unknown) => boolean,
      eventless: boolean,
    ) => {
      evaluations += 1;
      if (evaluations > maxEvaluations) throw new Error('the chart loops');
      if (!eventless) isMatched = true;
      const fits = eventless
        ? isMatched && t.events === undefined
        : event !== undefined && event.name !== settling && matches(t, event.name);
      return fits && (t.cond === undefined || holds(t.cond));
    },
  });
  chart.on('onError', (error) => {
    broken ??= new Error(`SCION: ${JSON.stringify(error)}`);
  });
  const sound = () => {
    if (broken !== null) throw broken;
  };
  chart.start();
  sound();
  return {
    at: () => [...chart.getConfiguration()].sort().join(' '),
    isOver: () => chart.isFinal(),
    send: (event, facts) => {
      execution.facts = facts;
      execution.trace.length = 0;
      isMatched = false;
      evaluations = 0;
      chart.gen({ name: event, data: null });
      isMatched = true;
      chart.gen({ name: settling, data: null });
      sound();
      return [...execution.trace];
    },
  };
};
