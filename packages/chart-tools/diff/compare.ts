import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';

export type Kind = 'added' | 'removed' | 'changed';
/** A changed property of a state or transition. */
export type Field = { readonly name: string; readonly before: string; readonly after: string };
export type Change = {
  readonly kind: Kind;
  readonly what: 'state' | 'transition' | 'guard';
  /** Its id in the later chart, or in the earlier one if it was removed. */
  readonly id: string;
  /** A description in one line. */
  readonly summary: string;
  readonly fields: readonly Field[];
};
export type Difference = { readonly chart: string; readonly kind: Kind; readonly changes: readonly Change[] };

const shows = ({ meta }: ChartState): string =>
  Object.entries(meta ?? {})
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
const short = (chart: string, id: string): string => (id === chart ? '(anywhere)' : id.replace(`${chart}.`, ''));

const stateFields = (state: ChartState): Readonly<Record<string, string>> => ({
  type: state.type,
  'begins in': state.initial?.split('.').at(-1) ?? '',
  description: state.description ?? '',
  tags: state.tags.join(', '),
  shows: shows(state),
  runs: state.invokes.map(({ id, runs }) => (id === runs ? id : `${id} (${runs})`)).join(', '),
  'on entry': state.entry.join(', '),
  'on exit': state.exit.join(', '),
});

const transitionFields = (chart: string, t: ChartTransition): Readonly<Record<string, string>> => ({
  guard: t.guard ?? '',
  'leads to': t.targets.map((id) => short(chart, id)).join(', '),
  does: t.actions.join(', '),
  're-enters': t.reenter ? 'yes' : '',
  description: t.description ?? '',
});

const fieldsBetween = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Field[] =>
  Object.keys(after).flatMap((name) => {
    const [one = '', other = ''] = [before[name], after[name]];
    return one === other ? [] : [{ name, before: one, after: other }];
  });

const describeState = (chart: string, state: ChartState): string => {
  const { description, ...rest } = stateFields(state);
  const facts = Object.entries(rest).flatMap(([name, value]) =>
    value === '' || (name === 'type' && value === 'atomic')
      ? []
      : [name === 'type' || name === 'tags' ? value : `${name} ${value}`],
  );
  return [
    short(chart, state.id),
    ...(description ? [`“${description}”`] : []),
    ...(facts.length > 0 ? [`(${facts.join('; ')})`] : []),
  ].join(' ');
};

const describeTransition = (chart: string, t: ChartTransition): string => {
  const guard = t.guard === null ? '' : ` [${t.guard}]`;
  const inPlace = t.ignored ? 'nothing happens' : 'in place';
  const end = t.targets.length > 0 ? `→ ${t.targets.map((id) => short(chart, id)).join(', ')}` : `(${inPlace})`;
  return `${short(chart, t.source)} | ${t.event}${guard} ${end}`;
};

type Pair = { readonly before: ChartTransition; readonly after: ChartTransition };
type Alike = (one: ChartTransition, other: ChartTransition) => boolean;

const sameGuard: Alike = (one, other) => one.guard === other.guard;
const sameTargets: Alike = (one, other) => one.targets.join() === other.targets.join();
const sameActions: Alike = (one, other) => one.actions.join() === other.actions.join();
/** Criteria by which two branches for the same event count as the same one, the strictest first. */
const likeness: readonly Alike[] = [
  (one, other) => sameGuard(one, other) && sameTargets(one, other) && sameActions(one, other),
  (one, other) => sameGuard(one, other) && sameTargets(one, other),
  (one, other) => sameTargets(one, other) && sameActions(one, other),
  sameGuard,
];

/** The branches of one state for one event that exist before and after, whatever their position. */
const pairs = (before: readonly ChartTransition[], after: readonly ChartTransition[]): Pair[] => {
  const found: Pair[] = [];
  const unmatched = new Set(after);
  for (const alike of likeness) {
    for (const one of before) {
      if (found.some((pair) => pair.before === one)) continue;
      const other = [...unmatched].find((t) => alike(one, t));
      if (other === undefined) continue;
      unmatched.delete(other);
      found.push({ before: one, after: other });
    }
  }
  return found;
};

/** Whether a branch moved relative to the other remaining branches, so that another guard is evaluated first. */
const moved = (
  all: readonly Pair[],
  pair: Pair,
  before: readonly ChartTransition[],
  after: readonly ChartTransition[],
): Field[] => {
  const rank = (list: readonly ChartTransition[], remaining: readonly ChartTransition[], t: ChartTransition) =>
    list.filter((one) => remaining.includes(one)).indexOf(t) + 1;
  const was = rank(
    before,
    all.map((one) => one.before),
    pair.before,
  );
  const is = rank(
    after,
    all.map((one) => one.after),
    pair.after,
  );
  return was === is ? [] : [{ name: 'place', before: String(was), after: String(is) }];
};

const transitionChanges = (before: Chart, after: Chart): Change[] => {
  const groupOf = (t: ChartTransition) => `${t.source} | ${t.event}`;
  const groups = new Set([...after.transitions, ...before.transitions].map(groupOf));
  const describe = (t: ChartTransition) => describeTransition(after.chart, t);
  return [...groups].flatMap((group): Change[] => {
    const [was, is] = [before, after].map(({ transitions }) => transitions.filter((t) => groupOf(t) === group));
    if (was === undefined || is === undefined) return [];
    const same = pairs(was, is);
    const alone = (kind: Kind, list: readonly ChartTransition[], remaining: readonly ChartTransition[]): Change[] =>
      list
        .filter((t) => !remaining.includes(t))
        .map((t) => ({ kind, what: 'transition', id: t.id, summary: describe(t), fields: [] }));
    const changed = same.flatMap((pair): Change[] => {
      const content = fieldsBetween(
        transitionFields(after.chart, pair.before),
        transitionFields(after.chart, pair.after),
      );
      const fields = [...content, ...moved(same, pair, was, is)];
      return fields.length === 0
        ? []
        : [{ kind: 'changed', what: 'transition', id: pair.after.id, summary: describe(pair.after), fields }];
    });
    return [
      ...alone(
        'added',
        is,
        same.map((pair) => pair.after),
      ),
      ...alone(
        'removed',
        was,
        same.map((pair) => pair.before),
      ),
      ...changed,
    ];
  });
};

const stateChanges = (before: Chart, after: Chart): Change[] => {
  const was = new Map(before.states.map((state) => [state.id, state]));
  const is = new Map(after.states.map((state) => [state.id, state]));
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((id): Change[] => {
    const [one, other] = [was.get(id), is.get(id)];
    const alone = (kind: Kind, state: ChartState): Change[] => [
      { kind, what: 'state', id, summary: describeState(after.chart, state), fields: [] },
    ];
    if (other === undefined) return one === undefined ? [] : alone('removed', one);
    if (one === undefined) return alone('added', other);
    const fields = fieldsBetween(stateFields(one), stateFields(other));
    return fields.length === 0 ? [] : [{ kind: 'changed', what: 'state', id, summary: short(after.chart, id), fields }];
  });
};

const guardChanges = (before: Chart, after: Chart): Change[] => {
  const [was, is] = [before, after].map(({ transitions }) => new Set(transitions.flatMap(({ guard }) => guard ?? [])));
  if (was === undefined || is === undefined) return [];
  const only = (kind: Kind, some: Set<string>, others: Set<string>): Change[] =>
    [...some].filter((id) => !others.has(id)).map((id) => ({ kind, what: 'guard', id, summary: id, fields: [] }));
  return [...only('added', is, was), ...only('removed', was, is)];
};

const nothing = (chart: string): Chart => ({ chart, description: null, states: [], transitions: [], raises: {} });

/** Differences between charts, by chart, in the sequence of the later ones; charts without differences are left out. */
export const compare = (before: readonly Chart[], after: readonly Chart[]): Difference[] => {
  const names = new Set([...after, ...before].map(({ chart }) => chart));
  return [...names].flatMap((name): Difference[] => {
    const was = before.find(({ chart }) => chart === name);
    const is = after.find(({ chart }) => chart === name);
    const [one, other] = [was ?? nothing(name), is ?? nothing(name)];
    const changes = [...stateChanges(one, other), ...transitionChanges(one, other), ...guardChanges(one, other)];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return changes.length === 0 ? [] : [{ chart: name, kind, changes }];
  });
};
