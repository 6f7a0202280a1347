import type { AnyStateMachine } from 'xstate';
import { chartStyle } from './chart-style.ts';
import { type Graph, type GraphState, type GraphTransition, graphOf } from './graph.ts';
import { type Layout, type Line, layoutOf, type Placed, type Spot } from './layout.ts';
import { endOf, rowsOf } from './layout-smcat.ts';

/** Changes of states and transitions between two charts, by id (`GraphState.id`, `GraphTransition.id`). */
export type Mark = 'added' | 'removed' | 'changed';
export type Marks = ReadonlyMap<string, Mark>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The element id for a state or transition; it must not contain spaces. */
export const elementId = (id: string): string => id.replaceAll(' ', '');

const markOf = (marks: Marks, id: string): string => {
  const mark = marks.get(id);
  return mark === undefined ? '' : ` data-mark="${mark}"`;
};

/** A transition's label, one line of text that can be found and highlighted by its id. */
const renderLabel = (t: GraphTransition, { x, y }: Spot, marks: Marks, kind: string): string => {
  const classes = `${kind}${t.forbidden ? ' forbidden' : ''}`;
  const guard = t.guard === '' ? '' : `<tspan class="guard" fill="#5d6169"> [${escaped(t.guard)}]</tspan>`;
  return (
    `<text id="${escaped(elementId(t.id))}" data-transition="${escaped(t.id)}"${markOf(marks, t.id)} class="${classes}" ` +
    `x="${round(x)}" y="${round(y)}" font-size="${kind === 'row' ? 12 : 11}">${kind === 'row' && t.inPlace ? '↻ ' : ''}${escaped(t.event)}${guard}${kind === 'row' ? escaped(endOf(t)) : ''}</text>`
  );
};

const rectangle = (box: Placed['box'], kind: string, look: string, inset = 0): string =>
  `<rect class="${kind}" x="${round(box.x + inset)}" y="${round(box.y + inset)}" width="${round(box.width - 2 * inset)}" ` +
  `height="${round(box.height - 2 * inset)}" rx="${9 - inset}" ${look}/>`;

/** The name, and below it what the state invokes and handles in place. */
const textsOf = (graph: Graph, state: GraphState, name: string, { box, lines }: Placed, marks: Marks): string => {
  const [first, ...rest] = lines;
  const rows = rowsOf(graph, state);
  const texts = rows.map((row, at) => {
    const spot = { x: box.x + 12, y: rest[at]?.y ?? box.y };
    if (typeof row !== 'string') return renderLabel(row, spot, marks, 'row');
    return `<text class="row" x="${round(spot.x)}" y="${round(spot.y)}" font-size="12" fill="#5d6169">▸ ${escaped(row)}</text>`;
  });
  const title = `<text class="name" x="${round(box.x + 27)}" y="${round(first?.y ?? box.y)}" font-size="13" font-weight="600">${escaped(name)}</text>`;
  return `${title}${texts.join('')}`;
};

const kindOf = ({ type, tags }: GraphState): string => {
  if (type === 'final') return 'final';
  return tags.find((tag) => tag === 'pending' || tag === 'settled') ?? 'group';
};
const dots = { pending: '#d98200', settled: '#178a5e', final: '#6c7079', group: '#b3b8c1' };
const dotOf = (kind: string): string => Object.entries(dots).find(([name]) => name === kind)?.[1] ?? dots.group;

const stateDrawn = (graph: Graph, state: GraphState, layout: Layout, marks: Marks): string => {
  const placed = layout.states.get(state.id);
  if (placed === undefined) return '';
  const { box } = placed;
  const shows = state.screen !== '' || state.child !== '';
  const isOuter = graph.states.some(({ parent }) => parent === state.id);
  const kind = kindOf(state);
  const classes = ['state', kind, ...(shows ? ['shows'] : []), ...(isOuter ? ['outer'] : [])].join(' ');
  const stroke = shows ? '#3d63c9' : '#b3b8c1';
  const look = `fill="${shows && !isOuter ? '#e9effd' : '#ffffff'}" stroke="${stroke}" stroke-width="1.25"`;
  const inner = state.type === 'final' ? rectangle(box, 'inner', 'fill="none" stroke="#6c7079"', 3) : '';
  const y = round((placed.lines[0]?.y ?? box.y) - 4.5);
  const dot = `<circle class="turn" cx="${round(box.x + 16)}" cy="${y}" r="4.5" fill="${dotOf(kind)}"/>`;
  const title = state.description === '' ? '' : `<title>${escaped(state.description)}</title>`;
  return (
    `<g id="${escaped(elementId(state.id))}" data-state="${escaped(state.id)}"${markOf(marks, state.id)} class="${classes}">${title}` +
    `${rectangle(box, 'box', look)}${inner}${dot}${textsOf(graph, state, state.key, placed, marks)}</g>`
  );
};

const anywhereDrawn = (graph: Graph, id: string, placed: Placed, marks: Marks): string => {
  const state = graph.states.find((one) => one.id === id);
  if (state === undefined) return '';
  const rows = state.parent === null ? state : { ...state, id: '', runs: [] };
  const look = 'fill="none" stroke="#b3b8c1" stroke-dasharray="4 3"';
  const y = round((placed.lines[0]?.y ?? placed.box.y) - 4.5);
  const dot = `<circle class="turn" cx="${round(placed.box.x + 16)}" cy="${y}" r="2.5" fill="#b3b8c1"/>`;
  return `<g class="anywhere"${state.parent === null ? ` id="${escaped(id)}" data-state="${escaped(id)}"${markOf(marks, id)}` : ''}>${rectangle(placed.box, 'box', look)}${dot}${textsOf(graph, rows, 'anywhere', placed, marks)}</g>`;
};

const way = (path: string, head: string): string =>
  `<path class="way" d="${path}" fill="none" stroke="#9aa0aa" stroke-width="1.25"/><polygon class="head" points="${head}" fill="#9aa0aa"/>`;

/**
 * Transitions with the same two ends: one line with their labels below each other. A mark that all share applies to the line too.
 */
const lineDrawn = (
  { arrows, path, head, lines }: Line,
  first: ReadonlySet<string>,
  at: number,
  marks: Marks,
): string => {
  const all = new Set(arrows.map(({ id }) => marks.get(id)));
  const [mark] = all;
  const shared = all.size === 1 && mark !== undefined ? ` data-mark="${mark}"` : '';
  const labels = arrows.map((arrow, row) => {
    const spot = lines[row] ?? { x: 0, y: 0 };
    const place = { x: spot.x + 4, y: spot.y };
    // A transition with two targets is labelled at the first.
    return first.has(`${arrow.id} ${at}`) ? renderLabel(arrow, place, marks, 'arrow') : '';
  });
  const ids = escaped(arrows.map(({ id }) => id).join('\n'));
  return `<g class="line" data-arrows="${ids}"${shared}>${way(path, head)}${labels.join('')}</g>`;
};

/** A chart's drawing without its style sheet; `graph` may also combine two charts. */
export async function drawingOf(graph: Graph, marks: Marks = new Map()): Promise<string> {
  const layout = await layoutOf(graph);
  const { width, height, shift } = layout;
  const named = new Map<string, string>();
  layout.lines.forEach(({ arrows }, at) => {
    for (const { id } of arrows) if (!named.has(id)) named.set(id, `${id} ${at}`);
  });
  const first = new Set(named.values());
  const isOuter = (state: GraphState) => graph.states.some(({ parent }) => parent === state.id);
  const inner = graph.states.filter(({ parent }) => parent !== null);
  const draw = (state: GraphState) => stateDrawn(graph, state, layout, marks);
  const parts = [
    ...inner.filter(isOuter).map(draw),
    ...layout.begins.map(({ dot, path, head }) => {
      return `<g class="begin"><circle class="dot" cx="${dot.x}" cy="${dot.y}" r="5" fill="#9aa0aa"/>${way(path, head)}</g>`;
    }),
    ...layout.lines.map((line, at) => lineDrawn(line, first, at, marks)),
    ...inner.filter((state) => !isOuter(state)).map(draw),
    ...[...layout.anywhere].map(([id, placed]) => anywhereDrawn(graph, id, placed, marks)),
  ];
  return (
    `<svg class="chart" xmlns="http://www.w3.org/2000/svg" data-chart="${escaped(graph.id)}" role="group" aria-label="${escaped(graph.id)}" ` +
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" fill="#1b1d22">` +
    `<rect class="ground" width="${width}" height="${height}" fill="#f6f6f4"/>` +
    `<g transform="translate(${shift.x} ${shift.y})">${parts.join('\n')}</g></svg>\n`
  );
}

/** The drawing of a machine or a chart as a self-contained file. */
export async function svgOf(chart: AnyStateMachine | Graph, marks: Marks = new Map()): Promise<string> {
  const drawing = await drawingOf('root' in chart ? graphOf(chart) : chart, marks);
  return drawing.replace(/>/, `><style>${chartStyle.replaceAll('&', '&amp;')}</style>`);
}
