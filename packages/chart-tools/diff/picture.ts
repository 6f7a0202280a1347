import type { Graph, GraphState, GraphTransition } from '../exports/graph.ts';
import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';
import { type Mark, svgOf } from '../exports/svg.ts';
import type { Change, Difference } from './compare.ts';

const signs = { added: '＋ ', removed: '－ ', changed: '≠ ' } satisfies Record<Mark, string>;
const signed = (mark: Mark | undefined, name: string) => (mark === undefined ? name : signs[mark] + name);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const stateOf = (state: ChartState, begins: boolean, mark: Mark | undefined): GraphState => ({
  id: state.id,
  key: signed(mark, state.id.split('.').at(-1) ?? state.id),
  parent: state.parent,
  type: state.type,
  initial: begins,
  tags: state.tags,
  description: state.description ?? '',
  screen: textOf(state.meta?.screen),
  child: textOf(state.meta?.child),
  runs: state.invokes.map(({ id }) => id),
});

const transitionOf = (t: ChartTransition, id: string, mark: Mark | undefined): GraphTransition => ({
  id,
  source: t.source,
  type: t.event,
  index: Number(/\[(\d+)\]$/.exec(t.id)?.[1] ?? 0),
  event: signed(mark, t.event),
  guard: t.guard ?? '',
  targets: t.targets,
  actions: t.actions,
  inPlace: t.targets.every((target) => target === t.source && !t.reenter),
  forbidden: t.ignored,
});

/**
 * Both versions of a chart (either may be missing) in one drawing: added parts are green, bold and marked ＋, removed ones red,
 * crossed out and marked －, other changes amber and marked ≠.
 */
export const pictureOf = (
  before: Chart | undefined,
  after: Chart | undefined,
  { chart, changes }: Difference,
): Promise<string> => {
  const markIn = (what: Change['what'], id: string, ...kinds: readonly Mark[]): Mark | undefined =>
    changes.find((change) => change.what === what && change.id === id && kinds.includes(change.kind))?.kind;
  const [was, is] = [before?.states ?? [], after?.states ?? []];
  const removed = was.filter(({ id }) => !is.some((state) => state.id === id));
  const states = [...is, ...removed];
  const begins = new Set([...is, ...was].flatMap(({ initial }) => initial ?? []));
  const removedTransitions = (before?.transitions ?? []).filter(({ id }) => markIn('transition', id, 'removed'));
  const marks = new Map<string, Mark>();
  const setMark = (id: string, mark: Mark | undefined) => {
    if (mark !== undefined) marks.set(id, mark);
    return mark;
  };
  const graph: Graph = {
    id: chart,
    states: states.map((state) =>
      stateOf(state, begins.has(state.id), setMark(state.id, markIn('state', state.id, 'added', 'removed', 'changed'))),
    ),
    transitions: [
      ...(after?.transitions ?? []).map((t) =>
        transitionOf(t, t.id, setMark(t.id, markIn('transition', t.id, 'added', 'changed'))),
      ),
      ...removedTransitions.map((t) => {
        const id = `${t.id} before`;
        return transitionOf(t, id, setMark(id, 'removed'));
      }),
    ],
  };
  return svgOf(graph, marks);
};
