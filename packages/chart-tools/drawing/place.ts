import ElkConstructor, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { type Divided, divide, type Flow, type Row } from './flow.ts';
import type { Graph, GraphState } from './graph.ts';
import { type Box, pack, type Size, type Spot } from './pack.ts';
import { boxSize, inner, labelSize, line, pad } from './sizes.ts';

export type PlacedState = {
  readonly state: GraphState;
  readonly box: Box;
  readonly rows: readonly Row[];
  readonly isOuter: boolean;
};
export type PlacedFlow = { readonly flow: Flow; readonly points: readonly Spot[]; readonly label: Box };
export type Placed = {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly flows: readonly PlacedFlow[];
  /** Transitions that every state handles; null if there are none. */
  readonly anywhere: { readonly box: Box; readonly rows: readonly Row[] } | null;
};

/** The room for a whole chart on a page of 1600 × 950. */
export const pane = { width: 1014, height: 878 };
/** Texts of 12 px have a little more than 11 px then, which drawing.test.ts requires. */
const minScale = 11.08 / 12;
/** `isStacked`: states in a group stand one above the other. */
type Arrangement = { readonly direction: 'DOWN' | 'RIGHT'; readonly isStacked: boolean };
const arrangements: readonly Arrangement[] = [
  { direction: 'DOWN', isStacked: false },
  { direction: 'RIGHT', isStacked: false },
  { direction: 'DOWN', isStacked: true },
];
const margin = 8;
/** Space between the flow and what lies beside it. */
const beside = 30;

const elk = new ElkConstructor();

const optionsOf = (direction: string): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '2',
  'elk.layered.spacing.nodeNodeBetweenLayers': '5',
  'elk.layered.spacing.edgeNodeBetweenLayers': '7',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
});

/** The part of a chart that ELK places together: a tree of states and the flows among them. */
const nodeOf = (graph: Graph, { rows }: Divided, state: GraphState): ElkNode => {
  const own = rows.get(state.id) ?? [];
  const size = boxSize(state, own);
  const children = graph.states.filter(({ parent }) => parent === state.id);
  if (children.length === 0) return { id: state.id, ...size };
  const top = pad.top + (own.length > 0 ? pad.gap + own.length * line : 0) + inner.gap;
  return {
    id: state.id,
    children: children.map((child) => nodeOf(graph, { rows, flows: [] }, child)),
    layoutOptions: {
      'elk.padding': `[top=${top},left=${inner.side},bottom=${inner.bottom},right=${inner.side}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height})`,
    },
  };
};

/** Arrows of the happy path are straight where any can be. */
const straight = Object.fromEntries(
  ['straightness', 'shortness', 'direction'].map((what) => [`elk.layered.priority.${what}`, '10']),
);

const edgeOf = (flow: Flow): ElkExtendedEdge => ({
  id: `${flow.source} > ${flow.target}`,
  ...(flow.isHappy && { layoutOptions: straight }),
  sources: [flow.source],
  targets: [flow.target],
  labels: [
    {
      id: `${flow.source} > ${flow.target} label`,
      text: ' ',
      ...labelSize(flow),
      layoutOptions: { 'elk.edgeLabels.inline': 'true' },
    },
  ],
});

/** The state below the chart that contains a state. */
const topOf = (graph: Graph, id: string): string => {
  const parent = graph.states.find((state) => state.id === id)?.parent;
  return parent === undefined || parent === null || parent === graph.id ? id : topOf(graph, parent);
};

/** Invisible edges: they place states of a group without an arrow above its first state instead of beside it. */
const stackedEdges = (graph: Graph, { flows }: Divided, ids: ReadonlySet<string>): ElkExtendedEdge[] => {
  const ends = new Set(flows.flatMap(({ source, target }) => [source, target]));
  const isAlone = ({ id, parent }: GraphState) =>
    parent !== null && parent !== graph.id && !ends.has(id) && ids.has(topOf(graph, id));
  const groups = Map.groupBy(graph.states, ({ parent }) => parent);
  return [...groups.values()].flatMap((group) => {
    const first = group.find(({ initial }) => initial);
    const above = group.filter((state) => isAlone(state) && state !== first);
    const stack = [...above, ...(first && above.length > 0 ? [first] : [])];
    return stack.slice(1).map(({ id }, at) => ({ id: `above ${id}`, sources: [above[at]?.id ?? id], targets: [id] }));
  });
};

type Part = { readonly width: number; readonly height: number; readonly root: ElkNode };

const partOf = async (
  graph: Graph,
  divided: Divided,
  tops: readonly GraphState[],
  { direction, isStacked }: Arrangement,
): Promise<Part> => {
  const ids = new Set(tops.map(({ id }) => id));
  const root: ElkNode = await elk.layout({
    id: tops.map(({ id }) => id).join(' '),
    layoutOptions: optionsOf(direction),
    children: tops.map((state) => nodeOf(graph, divided, state)),
    edges: [
      ...divided.flows.filter(({ source }) => ids.has(topOf(graph, source))).map(edgeOf),
      ...(isStacked ? stackedEdges(graph, divided, ids) : []),
    ],
  });
  return { width: root.width ?? 0, height: root.height ?? 0, root };
};

const boxesIn = (node: ElkNode): [string, Box][] =>
  (node.children ?? []).flatMap((child) => [
    [child.id, { x: child.x ?? 0, y: child.y ?? 0, width: child.width ?? 0, height: child.height ?? 0 }] as [
      string,
      Box,
    ],
    ...boxesIn(child),
  ]);

const moved = <T extends Spot>(box: T, by: Spot): T => ({ ...box, x: box.x + by.x, y: box.y + by.y });

/** Top states that ELK can lay out together, since flows connect them; states without flows to others are alone. */
const groupsOf = (graph: Graph, { flows }: Divided): GraphState[][] => {
  const tops = graph.states.filter(({ parent }) => parent === graph.id);
  const groups = tops.map((state) => new Set([state.id]));
  for (const { source, target } of flows) {
    const [a, b] = [source, target].map((id) => groups.findIndex((group) => group.has(topOf(graph, id))));
    if (a === undefined || b === undefined || a === b) continue;
    for (const id of groups[b] ?? []) groups[a]?.add(id);
    groups.splice(b, 1);
  }
  return groups.map((group) => tops.filter(({ id }) => group.has(id)));
};

const scaleOf = ({ width, height }: Size): number => Math.min(pane.width / width, pane.height / height);

/** The largest of the layouts with so many arrows aside. */
const layoutWith = async (graph: Graph, aside: number) => {
  const divided = divide(graph, aside);
  const isFirst = (group: readonly GraphState[]) => group.some(({ initial }) => initial);
  const groups = groupsOf(graph, divided).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const anywhere = divided.rows.get(graph.id) ?? [];
  const anywhereBox = anywhere.length === 0 ? [] : [boxSize({ key: 'in every state' }, anywhere)];
  const options = await Promise.all(
    arrangements.map(async (arrangement) => {
      const parts = await Promise.all(groups.map((group) => partOf(graph, divided, group, arrangement)));
      return { divided, anywhere, parts, packed: pack([...parts, ...anywhereBox], pane, beside) };
    }),
  );
  const [best] = options.toSorted((a, b) => scaleOf(b.packed) - scaleOf(a.packed));
  if (!best) throw new Error(`No drawing of ${graph.id}`);
  return best;
};

/** The layout that fits the pane with the most arrows. */
const fitting = async (graph: Graph) => {
  const { length } = divide(graph).flows;
  let best = await layoutWith(graph, 0);
  for (let aside = 1; aside <= length && scaleOf(best.packed) < minScale; aside += 1) {
    const next = await layoutWith(graph, aside);
    if (scaleOf(next.packed) > scaleOf(best.packed)) best = next;
  }
  return best;
};

/** Places a chart so that it is readable in the pane: the way forward first, all else beside or below it. */
export const place = async (graph: Graph): Promise<Placed> => {
  const { divided, anywhere, parts, packed } = await fitting(graph);
  const shifts = packed.spots.map(({ x, y }) => ({ x: x + margin, y: y + margin }));
  const at = (index: number): Spot => shifts[index] ?? { x: margin, y: margin };
  const boxes = new Map(
    parts.flatMap(({ root }, index) => boxesIn(root).map(([id, box]) => [id, moved(box, at(index))] as const)),
  );
  const edges = new Map(
    parts.flatMap(({ root }, index) =>
      (root.edges ?? []).map((edge) => [edge.id, { edge, shift: at(index) }] as const),
    ),
  );
  const boxOf = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    width: packed.width + 2 * margin,
    height: packed.height + 2 * margin,
    states: graph.states
      .filter(({ parent }) => parent !== null)
      .map((state) => ({
        state,
        box: boxOf(state.id),
        rows: divided.rows.get(state.id) ?? [],
        isOuter: graph.states.some(({ parent }) => parent === state.id),
      })),
    flows: divided.flows.map((flow) => {
      const { edge, shift } = edges.get(edgeOf(flow).id) ?? { edge: undefined, shift: at(0) };
      const sections = edge?.sections ?? [];
      const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]);
      const label = edge?.labels?.[0];
      return {
        flow,
        points: points.map((point) => moved(point, shift)),
        label: moved({ x: label?.x ?? 0, y: label?.y ?? 0, ...labelSize(flow) }, shift),
      };
    }),
    anywhere:
      anywhere.length === 0
        ? null
        : { box: { ...at(parts.length), ...boxSize({ key: 'in every state' }, anywhere) }, rows: anywhere },
  };
};
