import type { AnyStateMachine } from 'xstate';
import { type Chart, type ChartState, type ChartTransition, chartOf, type Run } from './json.ts';

/**
 * A chart as W3C SCXML 1.0 (https://www.w3.org/TR/scxml/). Where the Recommendation has no equivalent:
 * - The chart's root is a state of its own, since `<scxml>` has no transitions; final states of the root are its siblings.
 * - A guard is a boolean in the datamodel, which `cond` reads. An action is a `<log>` with its name; one that raises has also a
 * `<raise>`, or a `<send target="#_internal">` of the event named in the datamodel's `raised`.
 * - `done(x)` is `done.invoke.x`, `error(x)` `error.platform.x`, `snapshot(x)` `snapshot.x`, `finished(s)` `done.state.s`.
 * - Descriptions, tags and screens are attributes of the namespace below, which SCXML processors ignore.
 */
const chartNamespace = 'urn:ticket-store:chart';
const actorType = 'urn:ticket-store:actor';

const events: readonly (readonly [shown: RegExp, scxml: string])[] = [
  [/^done\((.+)\)$/, 'done.invoke.$1'],
  [/^error\((.+)\)$/, 'error.platform.$1'],
  [/^snapshot\((.+)\)$/, 'snapshot.$1'],
  [/^finished\((.+)\)$/, 'done.state.$1'],
];

/** The SCXML name of an event as charts show it; not for `always`. */
export const scxmlEvent = (event: string): string => {
  const [shown, name] = events.find(([pattern]) => pattern.test(event)) ?? [];
  return shown && name ? event.replace(shown, name) : event;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Attributes = Readonly<Record<string, string | null | undefined>>;

const element = (name: string, attributes: Attributes, children: readonly string[] = []): string[] => {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  );
  const open = `<${name}${pairs.join('')}`;
  return children.length === 0 ? [`${open}/>`] : [`${open}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
};

/** Actions as executable content. */
const content =
  ({ raises }: Chart) =>
  (action: string): string[] => {
    const log = element('log', { label: 'action', expr: `'${action}'` });
    if (!(action in raises)) return log;
    const event = raises[action];
    if (typeof event === 'string') return [...log, ...element('raise', { event })];
    const send = element('send', { target: '#_internal', eventexpr: 'raised' });
    return [...log, ...element('if', { cond: "raised != ''" }, send)];
  };

const isWild = (event: string) => event.endsWith('*');

/** XState asks an exact name first, then wildcards, the longest first; SCXML takes the first in the document. */
function ordered(transitions: readonly ChartTransition[]): ChartTransition[] {
  const wild = transitions.filter(({ event }) => isWild(event)).toSorted((a, b) => b.event.length - a.event.length);
  return [...transitions.filter(({ event }) => !isWild(event)), ...wild];
}

/**
 * A transition of a state to itself without `reenter` does not exit it: in SCXML it has no target, or that of its `<initial>`.
 */
function targetsOf({ targets, source, reenter }: ChartTransition, state: ChartState): readonly string[] {
  if (reenter || !targets.includes(source)) return targets;
  return state.initial === null ? [] : [state.initial];
}

function transition(chart: Chart, state: ChartState, t: ChartTransition): string[] {
  const targets = targetsOf(t, state);
  const isWithin = targets.length > 0 && targets.every((target) => target.startsWith(`${t.source}.`));
  const isInternal = !t.reenter && state.type === 'compound' && isWithin;
  return element(
    'transition',
    {
      event: t.event === 'always' ? null : scxmlEvent(t.event),
      cond: t.guard,
      target: targets.length > 0 ? targets.join(' ') : null,
      type: isInternal ? 'internal' : null,
      'chart:id': t.id,
      'chart:description': t.description,
    },
    t.actions.flatMap(content(chart)),
  );
}

const invoke = ({ id, runs, chart }: Run): string[] =>
  chart === null
    ? element('invoke', { type: actorType, id, src: runs })
    : element('invoke', { type: 'http://www.w3.org/TR/scxml/', id, src: `${chart}.scxml` });

function stateElement(chart: Chart, state: ChartState): string[] {
  const { id, type, initial, entry, exit, invokes, meta, tags, description } = state;
  const executable = (name: string, actions: readonly string[]) =>
    actions.length > 0 ? element(name, {}, actions.flatMap(content(chart))) : [];
  const own = ordered(chart.transitions.filter(({ source }) => source === id));
  const isRoot = state.parent === null;
  const below = chart.states.filter(({ parent, type }) => parent === id && !(isRoot && type === 'final'));
  return element(
    type === 'final' || type === 'parallel' ? type : 'state',
    {
      id,
      'chart:description': description,
      'chart:tags': tags.length > 0 ? tags.join(' ') : null,
      'chart:screen': typeof meta?.screen === 'string' ? meta.screen : null,
      'chart:child': typeof meta?.child === 'string' ? meta.child : null,
    },
    [
      ...(initial === null ? [] : element('initial', {}, element('transition', { target: initial }))),
      ...executable('onentry', entry),
      ...executable('onexit', exit),
      ...invokes.flatMap(invoke),
      ...own.flatMap((t) => transition(chart, state, t)),
      ...below.flatMap((child) => stateElement(chart, child)),
    ],
  );
}

/** A chart as SCXML. Throws if SCXML cannot express it. */
export function scxmlOfChart(chart: Chart): string {
  const [root] = chart.states;
  if (root === undefined) throw new Error(`${chart.chart} has no states`);
  const facts = new Set(chart.transitions.flatMap(({ guard }) => guard ?? []));
  const data = [
    ...[...facts].map((id) => element('data', { id, expr: 'false' })),
    ...(Object.values(chart.raises).includes(null) ? [element('data', { id: 'raised', expr: "''" })] : []),
  ].flat();
  const ends = chart.states.filter(({ parent, type }) => parent === root.id && type === 'final');
  const lines = element(
    'scxml',
    {
      xmlns: 'http://www.w3.org/2005/07/scxml',
      'xmlns:chart': chartNamespace,
      version: '1.0',
      datamodel: 'ecmascript',
      name: chart.chart,
      initial: root.id,
    },
    [
      ...(data.length > 0 ? element('datamodel', {}, data) : []),
      ...stateElement(chart, root),
      ...ends.flatMap((end) => stateElement(chart, end)),
    ],
  );
  const comment = `<!-- The chart "${chart.chart}" of the ticket store; test/tools/README.md describes the format. -->`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${comment}\n${lines.join('\n')}\n`;
}

/** The text of `--export scxml`. */
export const scxmlOf = (machine: AnyStateMachine): string => scxmlOfChart(chartOf(machine));
