import type { Edge, Model, Place } from './explore.ts';
import { type Step, take, type Walk } from './tours.ts';

/** Where a walk stands: the place, and the transition that led there; `''` at a start. */
type Node = { readonly key: string; readonly last: string };
type Found = { readonly node: Node; readonly via: Edge; readonly before: string };

export type Pairs = {
  readonly walks: readonly Walk[];
  /** `one > other`, in the order the walks take them. */
  readonly taken: ReadonlySet<string>;
  /** Those the places of the explorer promise, and no walk keeps: two places under one key differ. */
  readonly missing: readonly string[];
};

const nameOf = (node: Node): string => `${node.key}\n${node.last}`;
const chain = (last: string, takes: readonly string[]): string[] => {
  const all = last ? [last, ...takes] : [...takes];
  return all.slice(1).map((id, index) => `${all[index]} > ${id}`);
};
const after = ({ last }: Node, { to, takes }: Edge): Node => ({ key: to, last: takes.at(-1) ?? last });

/** Every place with every transition that leads into it, and the pairs on the way. */
function promised(model: Model, starts: readonly Node[]): Set<string> {
  const nodes = new Map(starts.map((node) => [nameOf(node), node]));
  const pairs = new Set<string>();
  for (const node of nodes.values()) {
    for (const edge of model.edges.get(node.key) ?? []) {
      for (const pair of chain(node.last, edge.takes)) pairs.add(pair);
      const next = after(node, edge);
      if (!nodes.has(nameOf(next))) nodes.set(nameOf(next), next);
    }
  }
  return pairs;
}

/** Breadth first: the edges to, and with, the nearest one that makes a wanted pair. */
function route(model: Model, from: readonly Node[], wanted: ReadonlySet<string>) {
  const back = new Map<string, Found | undefined>(from.map((node) => [nameOf(node), undefined]));
  const queue = [...from];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at];
    if (node === undefined) break;
    for (const edge of model.edges.get(node.key) ?? []) {
      const pair = chain(node.last, edge.takes).find((one) => wanted.has(one));
      const next = after(node, edge);
      if (pair !== undefined) return { pair, edges: [...retrace(back, nameOf(node)), edge] };
      if (back.has(nameOf(next))) continue;
      back.set(nameOf(next), { node: next, via: edge, before: nameOf(node) });
      queue.push(next);
    }
  }
  return undefined;
}

function retrace(back: ReadonlyMap<string, Found | undefined>, to: string): Edge[] {
  const edges: Edge[] = [];
  for (let found = back.get(to); found !== undefined; found = back.get(found.before)) edges.unshift(found.via);
  return edges;
}

/**
 * Few walks that take every pair of transitions that can follow each other in one machine (`npm run paths -- --cover
 * pairs`): from where the walk stands to the nearest new pair, replayed concretely; begun again when it grows too long. A
 * pair that is not there when it is looked for from the beginning counts as missing.
 */
export function pairs(model: Model, maxSteps = 60): Pairs {
  const forbidden = new Set(model.transitions.filter((d) => d.forbidden).map((d) => d.id));
  const starts = [...model.states.values()].filter(({ depth }) => depth === 0);
  const nodeOf = ({ key, takes }: Place): Node => ({ key, last: takes.at(-1) ?? '' });
  const allowed = (pair: string) => !pair.split(' > ').some((id) => forbidden.has(id));
  const wanted = new Set([...promised(model, starts.map(nodeOf))].filter(allowed));
  const taken = new Set<string>();
  const missing: string[] = [];
  const walks: Walk[] = [];
  const gain = (last: string, takes: readonly string[]) => {
    for (const pair of chain(last, takes)) {
      wanted.delete(pair);
      if (allowed(pair)) taken.add(pair);
    }
  };

  while (wanted.size > 0) {
    const [first] = starts.flatMap((start) => {
      const found = route(model, [nodeOf(start)], wanted);
      return found ? [{ start, ...found }] : [];
    });
    if (first === undefined) break;
    const { start } = first;
    const steps: Step[] = [];
    let last = nodeOf(start).last;
    /** Replays edges while they lead where the graph says. */
    const go = (edges: readonly Edge[]): void => {
      for (const edge of edges) {
        const next = take(model, steps.at(-1)?.spot ?? start.spot, edge.event);
        gain(last, next.takes);
        last = next.takes.at(-1) ?? last;
        steps.push(next);
        if (next.key !== edge.to) return;
      }
    };
    go(first.edges);
    if (wanted.delete(first.pair)) missing.push(first.pair);
    for (let grown = true; grown && wanted.size > 0; ) {
      const next = route(model, [{ key: steps.at(-1)?.key ?? start.key, last }], wanted);
      const before = wanted.size;
      if (next && steps.length + next.edges.length <= maxSteps) go(next.edges);
      grown = wanted.size < before;
    }
    walks.push({ machine: model.machine.id, start, steps });
  }
  return { walks, taken, missing: [...missing, ...wanted] };
}
