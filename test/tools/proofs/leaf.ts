import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';

/** An exported chart, asked about its leaves. All is read from the export, nothing from the running chart. */
export type Read = {
  readonly chart: Chart;
  readonly leaves: readonly ChartState[];
  /** A state and those around it, the inner first. */
  readonly around: (id: string) => readonly ChartState[];
  /** The leaf that is entered with a state. */
  readonly enters: (id: string) => string;
  /** What can be taken in a leaf: guards are taken as free, but what stands behind an open branch for the same event is not reached. */
  readonly takes: (leaf: string) => readonly ChartTransition[];
};

const isHidden = (event: string, closed: readonly string[]): boolean =>
  closed.some((one) => one === event || (one.endsWith('*') && event.startsWith(one.slice(0, -1))));

/** In: an exported chart. Out: it, asked about its leaves. Throws when it names a state that it has not. */
export const read = (chart: Chart): Read => {
  const states = new Map(chart.states.map((state) => [state.id, state]));
  const at = (id: string): ChartState => {
    const state = states.get(id);
    if (state === undefined) throw new Error(`${chart.chart} has no state ${id}`);
    return state;
  };
  const around = (id: string): ChartState[] => {
    const state = at(id);
    return [state, ...(state.parent === null ? [] : around(state.parent))];
  };
  const enters = (id: string): string => {
    const { initial } = at(id);
    return initial === null ? id : enters(initial);
  };
  const takes = (leaf: string): ChartTransition[] => {
    if (at(leaf).type === 'final') return [];
    const closed: string[] = [];
    const taken = around(leaf).flatMap(({ id }) => {
      const own = chart.transitions.filter(({ source, event }) => source === id && !isHidden(event, closed));
      return own.filter(({ event, guard }) => {
        if (isHidden(event, closed)) return false;
        if (guard === null) closed.push(event);
        return true;
      });
    });
    // a leaf that is always left at once hears nothing else
    return closed.includes('always') ? taken.filter(({ event }) => event === 'always') : taken;
  };
  const leaves = chart.states.filter(({ type }) => type === 'atomic' || type === 'final');
  return { chart, leaves, around, enters, takes };
};

/** The actor whose answer an event is: `done(placeOrder)` → done, placeOrder. */
export const answerIn = (event: string): { kind: string; actor: string } | null => {
  const [, kind, actor] = /^(done|error|snapshot)\((.+)\)$/.exec(event) ?? [];
  return kind === undefined || actor === undefined ? null : { kind, actor };
};

/** A failure that a chart raises itself: nobody else sends it (machines/README.md). */
export const isRaised = (event: string): boolean => event.startsWith('failure.');
export const isFailure = (event: string): boolean => isRaised(event) || answerIn(event)?.kind === 'error';
