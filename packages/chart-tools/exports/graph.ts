import { failureOf } from 'ticket-store/src/domain/failures.ts';
import type { EventObject } from 'xstate';
import { stateNodes } from '../explore/definitions.ts';
import { isMachineSnapshot } from '../explore/step.ts';
import { exploredModel, exploredPosts } from '../walks/explored.ts';

/** The context with which each chart really starts in the walks. */
export const sampleContexts = (): ReadonlyMap<string, unknown> =>
  new Map(
    exploredPosts(true).map(({ model: { machine, states } }) => {
      const [start] = states.values();
      return [machine.id, start?.spot.snapshot.context ?? {}];
    }),
  );

/** An event or reply as JSON: a failure as its details, and a child's snapshot with the name of its chart. */
const plain = (event: EventObject & { error?: unknown; seen?: unknown; snapshot?: unknown }): object => {
  const { seen: _, ...rest } = event;
  if ('error' in rest) return { ...rest, error: failureOf(rest.error) };
  if (!isMachineSnapshot(rest.snapshot)) return rest;
  const { machine } = rest.snapshot;
  return { ...rest, snapshot: { ...machine.getPersistedSnapshot(rest.snapshot), chart: machine.id } };
};

/**
 * A chart's walks for `xstate/graph`, as JSON: the snapshots in which it starts, the events and replies of each situation (of all
 * that it takes to take every transition), and the states in which it can be.
 */
export const graphJson = (name: string): string => {
  const { machine, edges, states } = exploredModel(name, true);
  const found = [...states.values()];
  return JSON.stringify({
    chart: name,
    starts: found.flatMap(({ depth, spot }) => (depth === 0 ? [machine.getPersistedSnapshot(spot.snapshot)] : [])),
    situations: found.map(({ key, spot: { snapshot } }) => ({
      ...{ value: snapshot.value, context: snapshot.context },
      events: (edges.get(key) ?? []).map(({ event }) => plain(event)),
    })),
    states: stateNodes(machine).flatMap(({ id, type, always }) =>
      type === 'compound' || always?.some(({ guard }) => !guard) ? [] : [id],
    ),
  });
};
