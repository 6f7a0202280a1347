import { render } from 'state-machine-cat';
import type { Graph, GraphTransition } from './graph.ts';
import { smcatOf } from './layout-smcat.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Spot = { readonly x: number; readonly y: number };

/** A state's position and lines of text, the name first; and transitions with the same two ends, which share a line. */
export type Placed = { readonly box: Box; readonly lines: readonly Spot[] };
export type Line = {
  readonly arrows: readonly GraphTransition[];
  readonly path: string;
  readonly head: string;
  readonly lines: readonly Spot[];
};
export type Layout = {
  readonly width: number;
  readonly height: number;
  readonly shift: Spot;
  readonly states: ReadonlyMap<string, Placed>;
  /** "anywhere" in a state, by the state's id. */
  readonly anywhere: ReadonlyMap<string, Placed>;
  /** A state's initial state: the dot and the arrow from it. */
  readonly begins: readonly { readonly dot: Spot; readonly path: string; readonly head: string }[];
  readonly lines: readonly Line[];
};

const numbers = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
const attribute = (text: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1] ?? '';
const spots = (part: string): Spot[] =>
  [...part.matchAll(/<text[^>]*>/g)].map(([text]) => ({
    x: Number(attribute(text, 'x')),
    y: Number(attribute(text, 'y')),
  }));

const boxOf = (points: string): Box => {
  const all = numbers(points);
  const xs = all.filter((_, index) => index % 2 === 0);
  const ys = all.filter((_, index) => index % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

/** The ratio of the area that a drawing should fill; the direction that gives the larger drawing is chosen. */
const pane = { width: 4, height: 3 };

const directions = ['top-down', 'left-right'] as const;

/** The layout by Graphviz (compiled, no program needed), always the same for the same chart. */
export async function layoutOf(graph: Graph): Promise<Layout> {
  const [down, across] = await Promise.all(directions.map((direction) => layoutTo(graph, direction)));
  if (!down || !across) throw new Error(`No drawing of ${graph.id}`);
  const scale = ({ width, height }: Layout) => Math.min(pane.width / width, pane.height / height);
  return scale(across) > scale(down) ? across : down;
}

async function layoutTo(graph: Graph, direction: (typeof directions)[number]): Promise<Layout> {
  const { smcat, lines } = smcatOf(graph);
  const svg = await render(JSON.stringify(smcat), {
    inputType: 'json',
    // Uses the compiled Graphviz even if another one is installed.
    outputType: 'oldsvg',
    direction,
    dotGraphAttrs: [
      { name: 'ordering', value: '""' },
      { name: 'nodesep', value: '0.2' },
      { name: 'ranksep', value: '0.28' },
    ],
    dotNodeAttrs: [{ name: 'fontsize', value: '13' }],
    dotEdgeAttrs: [{ name: 'fontsize', value: '11' }],
  });
  const parts = new Map(
    [...svg.matchAll(/<g id="[^"]+" class="([^"]*)">([\s\S]*?)<\/g>/g)].flatMap(([, classes = '', part = '']) => {
      const name = /\b[naigb]\d+\b/.exec(classes)?.[0];
      return name === undefined ? [] : [[name, part] as const];
    }),
  );
  const outline = (part: string): string => {
    const paths = [...part.matchAll(/<path[^>]*>/g)].map(([path]) => attribute(path, 'd'));
    return paths[0] ?? attribute(part, 'points');
  };
  const placed = (name: string): Placed => {
    const part = parts.get(name) ?? '';
    return { box: boxOf(outline(part)), lines: spots(part) };
  };
  const drawn = (name: string) => {
    const part = parts.get(name) ?? '';
    return { path: attribute(part, 'd'), head: attribute(part, 'points'), lines: spots(part) };
  };
  const [, , width = 0, height = 0] = numbers(attribute(svg, 'viewBox'));
  const [, x = 0, y = 0] = /translate\(([\d.-]+) ([\d.-]+)\)/.exec(svg)?.map(Number) ?? [];
  const inner = graph.states.filter(({ parent }) => parent !== null);
  return {
    width,
    height,
    shift: { x, y },
    states: new Map(inner.map(({ id }) => [id, placed(`n${graph.states.findIndex((state) => state.id === id)}`)])),
    anywhere: new Map(
      graph.states.flatMap(({ id }, at) => (parts.has(`a${at}`) ? [[id, placed(`a${at}`)] as const] : [])),
    ),
    begins: graph.states
      .filter(({ initial }) => initial)
      .map(({ parent }, at) => {
        const part = parts.get(`i${graph.states.findIndex(({ id }) => id === parent)}`) ?? '';
        const dot = { x: Number(attribute(part, 'cx')), y: Number(attribute(part, 'cy')) };
        return { dot, ...drawn(`b${at}`) };
      }),
    lines: lines.map(([, arrows], at) => ({ arrows, ...drawn(`g${at}`) })),
  };
}
