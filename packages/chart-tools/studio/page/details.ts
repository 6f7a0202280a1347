import type { GraphTransition } from '../../drawing/graph.ts';
import type { ChartFacts, Facts } from '../facts.ts';
import { button, make } from './parts.ts';

type DefinitionRows = readonly (readonly [name: string, ...values: (Node | string)[]])[];

const list = (rows: DefinitionRows): HTMLElement =>
  make('dl', {}, ...rows.flatMap(([name, ...values]) => [make('dt', {}, name), make('dd', {}, ...values)]));

/** `isPaidOrder` → "is paid order": guards are named as facts. */
export const asFact = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

const named = (comments: ChartFacts['comments'], name: string): (Node | string)[] => {
  const about = comments[name];
  return [make('code', {}, name), ` ${about ? `— ${about}` : `— ${asFact(name)}`}`];
};

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

/** Shows facts about the chosen state or transition, with links to other states. */
export const createDetails = (section: HTMLElement, facts: Facts, { choose, go }: DetailsListener) => {
  const chartOf = (id: string) => facts.charts.find(({ graph }) => graph.id === id);
  const stateLink = (id: string): HTMLElement =>
    button({ class: 'chip' }, () => choose(id), id.split('.').slice(1).join('.') || id);

  return {
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
      section.replaceChildren(
        make('h2', {}, `State of ${chart}`),
        make('h3', {}, name, ' ', ...tags.map((tag) => make('span', { class: 'chip' }, tag))),
        make('p', { class: 'lead' }, state.description || (state.parent === null ? found.graph.description : '')),
        make(
          'div',
          { class: 'do' },
          button({ class: 'tool primary', id: 'go' }, () => go(id), 'Go to this state'),
        ),
        list(rows),
      );
      section.scrollTop = 0;
    },
    transition: (chart: string, id: string): void => {
      const found = chartOf(chart);
      const t = found?.graph.transitions.find((one) => one.id === id);
      if (!found || !t) return;
      const { comments } = found;
      const rows: DefinitionRows = [
        ['event', make('code', {}, t.event)],
        ...(t.guard === '' ? [] : [['guard', ...named(comments, t.guard)] as const]),
        ...(t.actions.length === 0
          ? []
          : [['actions', ...t.actions.flatMap((name) => [...named(comments, name), make('br')])] as const]),
        ['from', stateLink(t.source)],
        ...(t.inPlace ? [] : [['to', ...t.targets.map(stateLink)] as const]),
      ];
      section.replaceChildren(
        make('h2', {}, `Transition of ${chart}`),
        make('h3', {}, t.guard === '' ? t.event : `${t.event} [${t.guard}]`),
        make('p', { class: 'lead' }, sentence(comments, t)),
        list(rows),
      );
      section.scrollTop = 0;
    },
  };
};
