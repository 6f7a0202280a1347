import { machines } from '#machines/index.ts';
import type { Scene } from '#test/gallery/scenes.ts';

/** The part of a chart's state node that is used here. */
type Node = {
  key: string;
  states: Record<string, Node>;
  tags: readonly string[];
  meta?: unknown;
  type: string;
  invoke: readonly { id: string }[];
};

/** Charts whose id differs from the name that their parent uses. */
const otherNames: Readonly<Record<string, string>> = { changedate: 'change-date' };
const charts: ReadonlyMap<string, { root: Node }> = new Map(Object.entries(machines));

const childIn = (meta: unknown): string | null =>
  typeof meta === 'object' && meta !== null && 'child' in meta && typeof meta.child === 'string' ? meta.child : null;

/** Each state with a screen that waits for the visitor, as `data-state` names it. `above` are the parents' names. */
export const settledStatesOf = (node: Node, above: readonly string[] = [], isInSettled = false): string[] => {
  const isSettled = isInSettled || node.tags.includes('settled');
  const child = childIn(node.meta);
  if (child !== null) {
    const chart = charts.get(otherNames[child] ?? child);
    if (!chart) throw new Error(`No chart is called ${child}.`);
    return settledStatesOf(chart.root, above);
  }
  const inner = Object.values(node.states);
  if (inner.length > 0) return inner.flatMap((state) => settledStatesOf(state, [...above, state.key], isSettled));
  return isSettled ? [above.join('.')] : [];
};

/** A line for each state without a picture. */
export const unseen = (states: readonly string[], pictured: Iterable<string | null>): string[] => {
  const seen = new Set(pictured);
  return states.filter((state) => !seen.has(state)).map((state) => `no scene shows ${state}`);
};

/** A line for each scene that is not on exactly one walk. */
export const unwalked = (all: readonly Scene[], walks: readonly (readonly Scene[])[]): string[] =>
  all.flatMap((scene) => {
    const count = walks.flat().filter((one) => one === scene).length;
    return count === 1 ? [] : [`${scene} is on ${count} walks`];
  });
