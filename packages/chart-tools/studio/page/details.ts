import type { GraphTransition } from '../../drawing/graph.ts';
import type { ChartFacts, Facts } from '../facts.ts';
import type { Now } from '../simulation/protocol.ts';
import { button, make } from './parts.ts';

type DefinitionRows = readonly (readonly [name: string, ...values: (Node | string)[]])[];

const list = (rows: DefinitionRows): HTMLElement =>
  make('dl', {}, ...rows.flatMap(([name, ...values]) => [make('dt', {}, name), make('dd', {}, ...values)]));

/** `isPaidOrder` → "is paid order": guards are named as facts. */
const asFact = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

const named = (comments: ChartFacts['comments'], name: string): (Node | string)[] => {
  const about = comments[name];
  return [make('code', {}, name), ` ${about ? `— ${about}` : `— ${asFact(name)}`}`];
};

const actionRows = (comments: ChartFacts['comments'], what: string, names: readonly string[]): DefinitionRows =>
  names.length === 0 ? [] : [[what, ...names.flatMap((one) => [...named(comments, one), make('br')])]];

/** The cause of an event, in words. */
const happens = ({ type, event }: GraphTransition): string => {
  const [, kind, actor = ''] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(type) ?? [];
  if (kind === 'done.actor') return `When ${actor} has answered`;
  if (kind === 'error.actor') return `When ${actor} has failed`;
  if (kind === 'snapshot') return `When ${actor} has moved on`;
  if (type === '') return 'At once';
  if (type === 'failure.*') return 'When anything else fails';
  if (type.startsWith('failure.')) return `When ${type.slice('failure.'.length)} is what failed`;
  return `On ${event}`;
};

const sentence = (comments: ChartFacts['comments'], t: GraphTransition): string => {
  const fact = t.guard === '' ? '' : `, if “${asFact(t.guard)}” is true`;
  const before = t.index > 0 ? ' and nothing above it in the chart was' : '';
  const targets = t.targets.map((id) => id.split('.').slice(1).join('.')).join(', ');
  if (t.forbidden) return `${happens(t)}: nothing happens here, on purpose.`;
  if (t.inPlace)
    return `${happens(t)}${fact}${before}: it stays in its state${t.actions.length > 0 ? ' and runs its actions' : ''}.`;
  return `${happens(t)}${fact}${before}: it goes to ${targets}.${comments[t.guard] ? ` (${comments[t.guard]})` : ''}`;
};

type DetailsListener = {
  readonly choose: (state: string) => void;
  /** Brings the simulated screen to a state, or over a transition. */
  readonly go: (goal: string) => void;
};

const legend: readonly (readonly [kind: string, text: string])[] = [
  ['screen', 'has a screen'],
  ['activity', 'activity'],
  ['settled', 'the visitor’s turn'],
  ['pending', 'an answer is awaited'],
  ['final', 'end'],
  ['live', 'here now'],
];
const legendShown = (): HTMLElement =>
  make(
    'ul',
    { id: 'legend', 'aria-label': 'How to read it' },
    ...legend.map(([kind, text]) => make('li', {}, make('i', { class: `k-${kind}` }), text)),
  );

/** A part of the panel that stays open or closed as the user left it. */
const folded = (title: string, isOpen: boolean) => {
  const inside = make('div', { 'aria-live': 'off' });
  const part = make('details', isOpen ? { open: '' } : {}, make('summary', {}, title), inside);
  return {
    part,
    show: (...content: Node[]): void => {
      inside.replaceChildren(...content);
      part.hidden = content.length === 0;
    },
  };
};

/** Shows facts about the chosen state or transition, with links to other states. */
export const createDetails = (section: HTMLElement, facts: Facts, { choose, go }: DetailsListener) => {
  const chartOf = (id: string) => facts.charts.find(({ graph }) => graph.id === id);
  const stateLink = (id: string): HTMLElement =>
    button({ class: 'chip' }, () => choose(id), id.split('.').slice(1).join('.') || id);
  const inEditor = ({ file, lines }: ChartFacts['source'], id: string): HTMLElement =>
    make('a', { class: 'tool', href: `vscode://file${file}:${lines[id]}` }, 'Open in editor');

  const actions = folded('Entry, exit and actions', false);
  const payload = folded('Payload', true);
  const context = folded('Context', true);
  let shown = { chart: '', id: '' };
  let now: Now | undefined;
  /** Shows the payload of the chosen event, and the chart's context now. */
  const showData = (): void => {
    const event = now?.taken[shown.id] ?? now?.possible[shown.id];
    const living = now?.living.find(({ chart }) => chart === shown.chart);
    payload.show(...(event === undefined ? [] : [make('pre', {}, event === '{}' ? 'none' : event)]));
    context.show(...(living ? [make('pre', {}, living.context)] : []));
  };
  /** Shows the panel of a state or transition. */
  const show = (chart: string, id: string, done: DefinitionRows, ...content: Node[]): void => {
    shown = { chart, id };
    actions.show(...(done.length > 0 ? [list(done)] : []));
    showData();
    section.replaceChildren(...content, actions.part, payload.part, context.part);
    section.scrollTop = 0;
  };

  return {
    now: (next: Now): void => {
      now = next;
      showData();
    },
    hint: (): void => {
      const lines = [
        'Click an arrow or a line in a box: the chart takes it, and the screen beside it goes along. Blue ones can be taken now.',
        'Click a state to read about it; double-click it to go there.',
        '↻ stays in its state; → leads to another; ∗ is handled in every state of the group, too.',
      ];
      section.replaceChildren(
        make('h2', {}, 'How to use it'),
        ...lines.map((one) => make('p', { class: 'hint' }, one)),
        legendShown(),
      );
    },
    state: (chart: string, id: string): void => {
      const found = chartOf(chart);
      const state = found?.graph.states.find((one) => one.id === id);
      if (!found || !state) return;
      const tags = state.type === 'final' ? ['end'] : state.tags;
      const below = state.runs.map((run) => {
        const other = found.runs.find(({ actor }) => actor === run)?.chart;
        return other === undefined ? make('code', {}, `${run} `) : make('a', { href: `#${other}` }, `${run} `);
      });
      const path = [...(found.above ?? []), ...id.split('.').slice(1)].join('.');
      const shows = state.screen || (state.child && `whatever ${state.child} shows`);
      const rows: DefinitionRows = [
        ...(shows ? [['on screen', shows] as const] : []),
        ...(below.length > 0 ? [['runs', ...below] as const] : []),
        ...(found.above ? [['data-state', make('code', {}, path || 'any')] as const] : []),
      ];
      const name = id.split('.').slice(1).join('.') || id;
      const { comments, graph, source } = found;
      const own = graph.transitions.filter((t) => t.source === id);
      const done = [
        ...actionRows(comments, 'entry', state.entry),
        ...actionRows(comments, 'exit', state.exit),
        ...own.flatMap((t) => actionRows(comments, t.guard === '' ? t.event : `${t.event} [${t.guard}]`, t.actions)),
      ];
      show(
        chart,
        id,
        done,
        make('h2', {}, `State of ${chart}`),
        make('h3', {}, name, ' ', ...tags.map((tag) => make('span', { class: 'chip' }, tag))),
        make('p', { class: 'lead' }, state.description || (state.parent === null ? found.graph.description : '')),
        make(
          'div',
          { class: 'do' },
          button({ class: 'tool primary', id: 'go' }, () => go(id), 'Go to this state'),
          inEditor(source, id),
        ),
        list(rows),
      );
    },
    transition: (chart: string, id: string): void => {
      const found = chartOf(chart);
      const t = found?.graph.transitions.find((one) => one.id === id);
      if (!found || !t) return;
      const { comments, source } = found;
      const rows: DefinitionRows = [
        ['event', make('code', {}, t.event)],
        ...(t.guard === '' ? [] : [['guard', ...named(comments, t.guard)] as const]),
        ...actionRows(comments, 'actions', t.actions),
        ['from', stateLink(t.source)],
        ...(t.inPlace ? [] : [['to', ...t.targets.map(stateLink)] as const]),
      ];
      show(
        chart,
        id,
        [],
        make('h2', {}, `Transition of ${chart}`),
        make('h3', {}, t.guard === '' ? t.event : `${t.event} [${t.guard}]`),
        make('p', { class: 'lead' }, sentence(comments, t)),
        make('div', { class: 'do' }, inEditor(source, id)),
        list(rows),
      );
    },
  };
};
