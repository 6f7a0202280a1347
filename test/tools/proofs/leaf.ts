import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';

/** An exported chart with queries about its leaves. Everything is read from the export, nothing from the running chart. */
export type Read = {
  readonly chart: Chart;
  readonly leaves: readonly ChartState[];
  /** A state and its ancestors, innermost first. */
  readonly ancestry: (id: string) => readonly ChartState[];
  /** The leaf that is entered with a state. */
  readonly enters: (id: string) => string;
  /**
   * Transitions that can be taken in a leaf. Guards are assumed to be possible, but transitions after an unguarded one for the
   * same event are unreachable.
   */
  readonly takes: (leaf: string) => readonly ChartTransition[];
};

const isHidden = (event: string, closed: readonly string[]): boolean =>
  closed.some((one) => one === event || (one.endsWith('*') && event.startsWith(one.slice(0, -1))));

/** Reads an exported chart. Throws if it refers to a state that does not exist. */
export const read = (chart: Chart): Read => {
  const states = new Map(chart.states.map((state) => [state.id, state]));
  const at = (id: string): ChartState => {
    const state = states.get(id);
    if (state === undefined) throw new Error(`${chart.chart} has no state ${id}`);
    return state;
  };
  const ancestry = (id: string): ChartState[] => {
    const state = at(id);
    return [state, ...(state.parent === null ? [] : ancestry(state.parent))];
  };
  const enters = (id: string): string => {
    const { initial } = at(id);
    return initial === null ? id : enters(initial);
  };
  const takes = (leaf: string): ChartTransition[] => {
    if (at(leaf).type === 'final') return [];
    const closed: string[] = [];
    const taken = ancestry(leaf).flatMap(({ id }) => {
      const own = chart.transitions.filter(({ source, event }) => source === id && !isHidden(event, closed));
      return own.filter(({ event, guard }) => {
        if (isHidden(event, closed)) return false;
        if (guard === null) closed.push(event);
        return true;
      });
    });
    // A leaf that is always left immediately handles nothing else.
    return closed.includes('always') ? taken.filter(({ event }) => event === 'always') : taken;
  };
  const leaves = chart.states.filter(({ type }) => type === 'atomic' || type === 'final');
  return { chart, leaves, ancestry, enters, takes };
};

/** The actor whose result an event is: `done(placeOrder)` → done, placeOrder. */
export const answerIn = (event: string): { kind: string; actor: string } | null => {
  const [, kind, actor] = /^(done|error|snapshot)\((.+)\)$/.exec(event) ?? [];
  return kind === undefined || actor === undefined ? null : { kind, actor };
};

/** A failure that only the chart itself raises (machines/README.md). */
export const isRaised = (event: string): boolean => event.startsWith('failure.');
export const isFailure = (event: string): boolean => isRaised(event) || answerIn(event)?.kind === 'error';
