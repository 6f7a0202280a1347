import type { InspectionReport } from 'ticket-store/src/mirrors/inspect/inspector.ts';
import type { Facts } from '../facts.ts';

/** A chart that runs in the app, with the ids of its active states, the innermost last. */
export type Living = {
  readonly actor: string;
  readonly chart: string;
  readonly value: unknown;
  readonly states: readonly string[];
};

/** An event of a chart and the ids of the transitions it took. */
export type Happened = {
  readonly at: number;
  readonly actor: string;
  readonly chart: string;
  readonly type: string;
  arrows: string[];
};

/** State names of a state value, outermost first; handles `{order: {placing: {}}}` and `'order'`. */
const pathsOf = (value: unknown, above: readonly string[]): string[] => {
  if (typeof value === 'string') return [[...above, value].join('.')];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => {
    const path = [...above, name];
    return [path.join('.'), ...pathsOf(inner, path)];
  });
};

const typeOf = (event: unknown): string => {
  const type: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'type') : '';
  return typeof type === 'string' ? type : '';
};

/** The state of the running app, built from its messages. */
export const createLive = ({ charts }: Pick<Facts, 'charts'>) => {
  let page = '';
  const living = new Map<string, Living>();
  const happened: Happened[] = [];
  /** Index of the first event of the page that is shown now. */
  let begins = 0;
  const arrowIds = new Map(
    charts.flatMap(({ graph }) =>
      graph.transitions.map(({ id, source, type, index }) => [`${source}|${type}|${index}`, id] as const),
    ),
  );

  /** Removes actors that no longer exist, with their descendants. */
  const removeMissing = (actor: string, children: readonly string[]): void => {
    for (const other of living.keys()) {
      const child = other.startsWith(`${actor}/`) ? other.slice(actor.length + 1).split('/')[0] : undefined;
      if (child !== undefined && !children.includes(child)) living.delete(other);
    }
  };

  /** The chart whose state determines the screen, searched from the app down. */
  const onScreen = (): Living | null => {
    let current = [...living.values()].find(({ actor }) => !actor.includes('/'));
    while (current) {
      const { actor, chart, states } = current;
      const graph = charts.find((one) => one.graph.id === chart)?.graph;
      const all = graph?.states.filter(({ id, parent }) => parent === null || states.includes(id)) ?? [];
      const shown = all.findLast(({ child, screen }) => child !== '' || screen !== '');
      const next: Living | undefined = shown?.child ? living.get(`${actor}/${shown.child}`) : undefined;
      if (!next) return current;
      current = next;
    }
    return null;
  };

  return {
    living: (): readonly Living[] => [...living.values()],
    happened: (): readonly Happened[] => happened,
    /** What has happened since the page that is shown now was opened. */
    visit: (): readonly Happened[] => happened.slice(begins),
    onScreen,
    /** Processes a message of the page; returns whether anything changed. */
    receive: (message: InspectionReport): boolean => {
      if (message.kind === 'started') return false;
      if (message.page !== page) {
        page = message.page;
        living.clear();
        begins = happened.length;
      }
      const { actor, machine: chart } = message;
      if (message.kind === 'event') {
        happened.push({ at: Date.now(), actor, chart, type: typeOf(message.event), arrows: [] });
        if (happened.length > 2000) {
          happened.shift();
          begins = Math.max(0, begins - 1);
        }
        return true;
      }
      if (message.kind === 'taken') {
        const taken = message.arrows.flatMap(
          ({ source, event, index }) => arrowIds.get(`${source}|${event}|${index}`) ?? [],
        );
        happened.findLast((one) => one.actor === actor)?.arrows.push(...taken);
        return taken.length > 0;
      }
      removeMissing(actor, message.status === 'active' ? message.children : []);
      if (message.status !== 'active') living.delete(actor);
      else living.set(actor, { actor, chart, value: message.value, states: pathsOf(message.value, [chart]) });
      return true;
    },
  };
};
export type Live = ReturnType<typeof createLive>;
