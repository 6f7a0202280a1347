import { machines } from '#machines/index.ts';
import type { Picture } from '#test/gallery/plan.ts';
import type { Scene } from '#test/gallery/scenes.ts';

/** What a state node of a chart tells: enough of XState's own to walk it. */
type Node = {
  key: string;
  states: Record<string, Node>;
  tags: readonly string[];
  meta?: unknown;
  type: string;
  invoke: readonly { id: string }[];
};

/** Charts whose id is not the name their parent calls them by. */
const otherNames: Readonly<Record<string, string>> = { changedate: 'change-date' };
const charts: ReadonlyMap<string, { root: Node }> = new Map(Object.entries(machines));

const childIn = (meta: unknown): string | null =>
  typeof meta === 'object' && meta !== null && 'child' in meta && typeof meta.child === 'string' ? meta.child : null;

/** In: a chart, and the names above it. Out: each state on screen in which it is the visitor's turn, as `data-state` names it. */
export const turnsOf = (node: Node, above: readonly string[] = []): string[] => {
  const child = childIn(node.meta);
  if (child !== null) {
    const chart = charts.get(otherNames[child] ?? child);
    if (!chart) throw new Error(`No chart is called ${child}.`);
    return turnsOf(chart.root, above);
  }
  const inner = Object.values(node.states);
  if (inner.length > 0) return inner.flatMap((state) => turnsOf(state, [...above, state.key]));
  return node.tags.includes('settled') ? [above.join('.')] : [];
};

/** In: states, and those that are pictured. Out: a line for each that nobody would see. */
export const unseen = (turns: readonly string[], pictured: Iterable<string | null>): string[] => {
  const seen = new Set(pictured);
  return turns.filter((state) => !seen.has(state)).map((state) => `no scene shows ${state}`);
};

/** In: all scenes, and the scenes of each walk. Out: a line for each that no walk shows, or more than one does. */
export const unwalked = (all: readonly Scene[], walks: readonly (readonly Scene[])[]): string[] =>
  all.flatMap((scene) => {
    const count = walks.flat().filter((one) => one === scene).length;
    return count === 1 ? [] : [`${scene} is on ${count} walks`];
  });

/** In: the plan, and every value of one of its columns. Out: a line for each that no picture has. */
export const unplanned = <K extends keyof Picture>(
  plan: readonly Picture[],
  column: K,
  values: readonly Picture[K][],
): string[] =>
  values.filter((value) => plan.every((picture) => picture[column] !== value)).map((value) => `no picture of ${value}`);
