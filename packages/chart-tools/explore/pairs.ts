import { isSilent } from './definitions.ts';
import type { Edge, Model, Place } from './explore.ts';
import { isPossible } from './plan.ts';
import { type Step, take, type Walk } from './tours.ts';

/** Position of a walk: the node, and the transition that led to it (`''` at a start). */
type Node = { readonly key: string; readonly last: string };
type Found = { readonly node: Node; readonly via: Edge; readonly before: string };

export type Pairs = {
  readonly walks: readonly Walk[];
  /** `one > other`, in the sequence in which the walks take them. */
  readonly taken: ReadonlySet<string>;
  /** Pairs that the explored graph has but no walk achieves, because two concrete states share a key and differ. */
  readonly missing: readonly string[];
};

const nameOf = (node: Node): string => `${node.key}\n${node.last}`;
/** The pairs `one > other` that result from the last transition (or '') and those taken now. */
export const chain = (last: string, takes: readonly string[]): string[] => {
  const all = last ? [last, ...takes] : [...takes];
  return all.slice(1).map((id, index) => `${all[index]} > ${id}`);
};
const after = ({ last }: Node, { to, takes }: Edge): Node => ({ key: to, last: takes.at(-1) ?? last });

const nodeOf = ({ key, takes }: Place): Node => ({ key, last: takes.at(-1) ?? '' });
const startsOf = ({ states }: Model): Place[] => [...states.values()].filter(({ depth }) => depth === 0);

const silentIn = ({ transitions }: Model) => new Set(transitions.filter(isSilent).map(({ id }) => id));

/** The chart without transitions that have no observable effect. */
function withoutSilent(model: Model): Model {
  const silent = silentIn(model);
  const lean = <Some extends { readonly takes: readonly string[] }>(some: Some): Some => ({
    ...some,
    takes: some.takes.filter((id) => !silent.has(id)),
  });
  return {
    ...model,
    states: new Map([...model.states].map(([key, place]) => [key, lean(place)])),
    edges: new Map([...model.edges].map(([key, edges]) => [key, edges.map(lean)])),
  };
}

/** Every pair of an explored graph: every node with every transition that leads into it. */
export function promisedPairs(chart: Model): Set<string> {
  const model = withoutSilent(chart);
  const nodes = new Map(startsOf(model).map((place) => [nameOf(nodeOf(place)), nodeOf(place)]));
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

/** Breadth-first search: the edges up to the nearest one that makes a wanted pair. */
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
 * Few walks that take every pair of consecutive transitions of a machine (`npm run tool -- chart paths --cover pairs`): from the current
 * position to the nearest new pair, replayed concretely, restarted when a walk grows too long. A pair that is not achieved when
 * searched from a start counts as missing.
 */
export function pairs(chart: Model, maxSteps = 60): Pairs {
  const model = withoutSilent(chart);
  const silent = silentIn(chart);
  const starts = startsOf(model);
  const promised = promisedPairs(model);
  const wanted = new Set(promised);
  const taken = new Set<string>();
  const missing: string[] = [];
  const walks: Walk[] = [];
  const gain = (last: string, takes: readonly string[]) => {
    for (const pair of chain(last, takes)) {
      wanted.delete(pair);
      if (promised.has(pair)) taken.add(pair);
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
    /** Replays edges as long as they lead to the states of the graph. */
    const go = (edges: readonly Edge[]): void => {
      for (const edge of edges) {
        const from = steps.at(-1)?.spot ?? start.spot;
        // Under the same key, a child may or may not exist.
        if (!isPossible(from, edge.event)) return;
        const next = take(model, from, edge.event);
        const takes = next.takes.filter((id) => !silent.has(id));
        gain(last, takes);
        last = takes.at(-1) ?? last;
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
