import { type Graph, type GraphState, type GraphTransition, isSettled } from './graph.ts';

/** A line of text in a state's box: a transition, or without one the actors that the state runs. */
export type Row = {
  readonly text: string;
  readonly guard: string;
  readonly end: string;
  readonly indent: boolean;
  readonly transition?: GraphTransition;
};

/** Transitions with the same two ends share an arrow. */
export type Flow = {
  readonly source: string;
  readonly target: string;
  readonly arrows: readonly GraphTransition[];
  readonly isHappy: boolean;
};

/** A chart divided into drawn arrows and lines in the boxes. */
export type Divided = {
  readonly flows: readonly Flow[];
  /** By state id; the chart's own id has what happens anywhere. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
};

/** Failures, requests for another page, and steps back. */
const escapeEvents = /^(?:failure\.|page\.requested|step\.back|xstate\.error\.)/;

const above = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** A target as its neighbours call it: by its key, or by its path from the chart. */
const nameFrom = (source: string, target: string): string =>
  above(source) === above(target) ? target.slice(above(target).length + 1) : target.split('.').slice(1).join('.');

/** Whether the transition follows automatically. */
const isAnswer = ({ type }: GraphTransition): boolean => type === '' || type.startsWith('xstate.');

/**
 * The state in which a transition's arrow begins. An arrow of a group begins in the only state of the group in which the visitor may
 * cause the event, if there is just one.
 */
const startOf = (graph: Graph, t: GraphTransition): string => {
  const isIn = (id: string): boolean => id.startsWith(`${t.source}.`);
  const handles = (id: string) => graph.transitions.some(({ source, event }) => source === id && event === t.event);
  const starts = graph.states.filter((state) => isIn(state.id) && isSettled(state) && !handles(state.id));
  const [start] = starts;
  return start && starts.length === 1 && !isAnswer(t) ? start.id : t.source;
};

/**
 * Whether a transition is part of the way forward: charts name their states in the sequence of the happy path, so it leads to a
 * later state. Failures, requests for pages, steps back, and what a state handles for all states inside it are escapes.
 */
const leadsOn = (graph: Graph, t: GraphTransition): boolean => {
  const place = (id: string) => graph.states.findIndex((state) => state.id === id);
  const start = startOf(graph, t);
  const isOuter = graph.states.some(({ parent }) => parent === start);
  const [target = start] = t.targets;
  return !t.forbidden && !t.inPlace && !isOuter && !escapeEvents.test(t.type) && place(target) > place(start);
};

/** A row without guard, event and target would be empty: it says `else`, since it follows rows with guards. */
const rowOf = (t: GraphTransition, before: GraphTransition | undefined): Row => {
  const indent = before?.event === t.event;
  const ends = t.targets.map((target) => nameFrom(t.source, target)).join(', ');
  const end = t.forbidden || t.inPlace ? '' : ` → ${ends}`;
  return {
    transition: t,
    text: `${t.inPlace && !t.forbidden ? '↻ ' : ''}${indent ? '' : t.event}`,
    guard: t.guard === '' ? ((indent || t.index > 0) && end === '' ? 'else' : '') : `[${t.guard}]`,
    end,
    indent,
  };
};

const rowsOf = (state: GraphState, escapes: readonly GraphTransition[]): Row[] => {
  /* An actor with the name of its state says nothing new. */
  const runs = state.runs.filter((run) => run !== state.key);
  const own = escapes.filter(({ source }) => source === state.id);
  return [
    ...(runs.length === 0 ? [] : [{ text: `▸ ${runs.join(', ')}`, guard: '', end: '', indent: false }]),
    ...own.map((t, at) => rowOf(t, own[at - 1])),
  ];
};

/** The state in which a state begins. */
const leafIn = (graph: Graph, id: string): string => {
  const first = graph.states.find(({ parent, initial }) => parent === id && initial);
  return first ? leafIn(graph, first.id) : id;
};

/** The states from which arrows lead to an end of the chart, the ends among them. */
const leadingToEnd = (graph: Graph, flows: readonly Flow[]): ReadonlySet<string> => {
  const found = new Set(graph.states.filter(({ type }) => type === 'final').map(({ id }) => id));
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { source, target } of flows) if (found.has(leafIn(graph, target))) found.add(source);
  }
  return found;
};

/**
 * The happy path: from the start, each time by the arrow that skips fewest states; where an answer is awaited, by an answer, and
 * where arrows lead to an end of the chart, by one of these.
 */
const happyPath = (graph: Graph, flows: readonly Flow[], skips: (flow: Flow) => number): ReadonlySet<Flow> => {
  const path = new Set<Flow>();
  const pending = new Set(graph.states.filter(({ tags }) => tags.includes('pending')).map(({ id }) => id));
  const ending = leadingToEnd(graph, flows);
  const preferred = (all: readonly Flow[], isBetter: (flow: Flow) => boolean): readonly Flow[] =>
    all.some(isBetter) ? all.filter(isBetter) : all;
  for (let at = leafIn(graph, graph.id); ; ) {
    const from = flows.filter(({ source }) => source === at);
    const answers = pending.has(at) ? preferred(from, ({ arrows }) => arrows.some(isAnswer)) : from;
    const [next] = preferred(answers, ({ target }) => ending.has(leafIn(graph, target))).toSorted(
      (a, b) => skips(a) - skips(b),
    );
    if (!next || path.has(next)) return path;
    path.add(next);
    at = leafIn(graph, next.target);
  }
};

/**
 * Divides a chart; `fewer` of its possible arrows are written into the boxes: first those to a state that has another one, then
 * the others, those of the happy path last, and of each kind first those that skip most states.
 */
export const divide = (graph: Graph, fewer = 0): Divided => {
  const forward = graph.transitions.filter((t) => leadsOn(graph, t));
  const byEnds = Object.groupBy(forward, (t) => `${startOf(graph, t)} ${t.targets[0]}`);
  const all = Object.values(byEnds).flatMap((arrows = []): Flow[] => {
    const [first] = arrows;
    if (!first) return [];
    const source = startOf(graph, first);
    return [{ source, target: first.targets[0] ?? source, arrows, isHappy: false }];
  });
  const place = (id: string) => graph.states.findIndex((state) => state.id === id);
  const skips = ({ source, target }: Flow) => place(target) - place(source);
  const nearest = new Set(
    Object.values(Object.groupBy(all, ({ target }) => target)).map(
      (same = []) => same.toSorted((a, b) => skips(a) - skips(b))[0],
    ),
  );
  const happy = happyPath(graph, all, skips);
  const rank = (flow: Flow) => (happy.has(flow) ? 0 : skips(flow) + (nearest.has(flow) ? 0 : graph.states.length));
  const short = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, all.length - fewer);
  const flows = all.filter((flow) => short.includes(flow)).map((flow) => ({ ...flow, isHappy: happy.has(flow) }));
  const drawn = new Set(flows.flatMap(({ arrows }) => arrows));
  const escapes = graph.transitions.filter((t) => !drawn.has(t));
  return { flows, rows: new Map(graph.states.map((state) => [state.id, rowsOf(state, escapes)])) };
};
