import type { IState, ITransition } from 'state-machine-cat';
import type { Graph, GraphState, GraphTransition } from './graph.ts';

/** Space for the mark before the name, and for names in bold. */
const named = (text: string): string => `\u00a0\u00a0\u00a0\u00a0${text}\u00a0\u00a0`;
const indented = (text: string): string => `\u00a0\u00a0\u00a0${text}\u00a0`;

/** If "anywhere" transitions have more targets than this, they clutter the drawing and are listed in the box instead. */
const manyEnds = 6;

/**
 * Transitions that are written as a row of a box: those handled in place, and transitions of the whole chart that are too many to
 * draw.
 */
const rowTransitions = (graph: Graph): ReadonlySet<GraphTransition> => {
  const [inPlace, outgoing] = [true, false].map((stays) => graph.transitions.filter((t) => t.inPlace === stays));
  const escapes = (outgoing ?? []).filter(({ source }) =>
    graph.states.some(({ id, parent }) => id === source && parent === null),
  );
  const ends = new Set(escapes.flatMap(({ targets }) => targets)).size;
  const isHidden = ends > manyEnds && escapes.length * 2 < (outgoing ?? []).length;
  return new Set([...(inPlace ?? []), ...(isHidden ? escapes : [])]);
};

/** The rows under a state's name: what it invokes, then what it handles in place. */
export const rowsOf = (graph: Graph, state: GraphState): (string | GraphTransition)[] => [
  ...state.runs,
  ...[...rowTransitions(graph)].filter(({ source }) => source === state.id),
];

/** `done(placeOrder) [isPaid]` */
export const labelOf = ({ event, guard }: GraphTransition): string => (guard === '' ? event : `${event} [${guard}]`);

/** The target of a transition that is written as a row, e.g. `→ payment`; empty if it stays in place. */
export const endOf = ({ inPlace, source, targets }: GraphTransition): string =>
  inPlace ? '' : ` → ${targets.map((id) => id.slice(id.startsWith(`${source}.`) ? source.length + 1 : 0)).join(', ')}`;

/** Graphviz underestimates the width of the arrow character. */
const rowText = (row: string | GraphTransition): string =>
  indented(typeof row === 'string' ? row : `${labelOf(row)}${endOf(row)}`.replace('→', '====='));

const isWithin = (graph: Graph, id: string, outer: string): boolean => {
  const state = graph.states.find((one) => one.id === id);
  return id === outer || (typeof state?.parent === 'string' && isWithin(graph, state.parent, outer));
};

/** Transitions of the chart itself, and of a composite state into itself, start at a small box "anywhere" inside. */
const roams = (graph: Graph, { source, targets }: GraphTransition): boolean => {
  const state = graph.states.find(({ id }) => id === source);
  const isComposite = graph.states.some(({ parent }) => parent === source);
  return state?.parent === null || (isComposite && targets.some((target) => isWithin(graph, target, source)));
};

/** The chart in state-machine-cat's syntax; each part's index is its class, which the drawing repeats. */
export const smcatOf = (graph: Graph) => {
  const index = new Map(graph.states.map(({ id }, at) => [id, at]));
  const groups = new Map<string, GraphTransition[]>();
  const inline = rowTransitions(graph);
  for (const arrow of graph.transitions.filter((one) => !inline.has(one))) {
    for (const target of arrow.targets) {
      const ends = `${roams(graph, arrow) ? 'a' : 'n'}${index.get(arrow.source)} n${index.get(target)}`;
      groups.set(ends, [...(groups.get(ends) ?? []), arrow]);
    }
  }
  const lines = [...groups.entries()];
  const stateOf = (state: GraphState): IState => {
    const name = `n${index.get(state.id)}`;
    const rows = rowsOf(graph, state).map(rowText);
    const inner = statesIn(state.id);
    return {
      name,
      type: state.type === 'parallel' ? 'parallel' : 'regular',
      typeExplicitlySet: true,
      class: name,
      label: named(state.key),
      actions: rows.map((body) => ({ type: 'activity', body })),
      ...(inner.length > 0 ? { statemachine: { states: inner } } : {}),
    };
  };
  const statesIn = (parent: string): IState[] => {
    const at = index.get(parent);
    const inner = graph.states.filter((state) => state.parent === parent);
    const marks: IState[] = [];
    if (inner.some(({ initial }) => initial)) marks.push({ name: `i${at}`, type: 'initial', class: `i${at}` });
    const root = graph.states.find(({ id, parent: above }) => id === parent && above === null);
    const actions = root
      ? rowsOf(graph, root).map((row) => ({
          type: 'activity' as const,
          body: rowText(row),
        }))
      : [];
    if (actions.length > 0 || lines.some(([ends]) => ends.startsWith(`a${at} `)))
      marks.push({
        name: `a${at}`,
        type: 'regular',
        typeExplicitlySet: true,
        class: `a${at}`,
        label: named('anywhere'),
        actions,
      });
    return [...marks, ...inner.map(stateOf)];
  };
  const begins = graph.states
    .filter(({ initial }) => initial)
    .map((state, at): ITransition => {
      const to = `n${index.get(state.id)}`;
      return { id: 10_000 + at, from: `i${index.get(state.parent ?? '')}`, to, class: `b${at}` };
    });
  const transitions = lines.map(([ends, arrows], id): ITransition => {
    const [from = '', to = ''] = ends.split(' ');
    return { id, from, to, class: `g${id}`, label: arrows.map((arrow) => indented(labelOf(arrow))).join('\n') };
  });
  const root = graph.states.find(({ parent }) => parent === null);
  return { smcat: { states: statesIn(root?.id ?? ''), transitions: [...begins, ...transitions] }, lines };
};
