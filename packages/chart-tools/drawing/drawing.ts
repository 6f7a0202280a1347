import type { AnyStateMachine } from 'xstate';
import type { Row } from './flow.ts';
import { type GraphState, type GraphTransition, graphOf, isSettled } from './graph.ts';
import type { Box, Spot } from './pack.ts';
import { type Placed, type PlacedFlow, type PlacedState, place } from './place.ts';
import { eventText, labelText, line, pad, rowText, type } from './sizes.ts';
import { chartStyle } from './style.ts';
import { widthOf } from './text-width.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const round = (value: number): number => Math.round(value * 10) / 10;

const rectangle = ({ x, y, width, height }: Box, kind: string, radius: number): string =>
  `<rect class="${kind}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;

/** The width of a text, which it has in any font. */
const fitted = (text: string, size: number, isBold = false): string =>
  `textLength="${round(widthOf(text, size, isBold))}" lengthAdjust="spacingAndGlyphs"`;

const transitionText = (t: GraphTransition, { x, y }: Spot, kind: string, inside: string, fit: string): string =>
  `<text data-transition="${escaped(t.id)}" class="${kind}${t.forbidden ? ' forbidden' : ''}" x="${round(x)}" y="${round(y)}" ${fit}>${inside}</text>`;

const rowDrawn = (row: Row, spot: Spot): string => {
  const { text, guard, end, transition } = row;
  const x = spot.x + (row.indent ? pad.indent : 0);
  const guardText = guard === '' ? '' : `<tspan class="guard">${text === '' ? '' : ' '}${escaped(guard)}</tspan>`;
  const inside = `${escaped(text)}${guardText}<tspan class="end">${escaped(end)}</tspan>`;
  const fit = fitted(rowText(row), type.row);
  if (transition) return transitionText(transition, { x, y: spot.y }, 'row', inside, fit);
  return `<text class="row runs" x="${round(x)}" y="${round(spot.y)}" ${fit}>${escaped(text)}</text>`;
};

/** The name, after the dot of a turn if there is one; below it the state's actors and its transitions without an arrow. */
const textsDrawn = (name: string, { x, y }: Box, rows: readonly Row[], hasTurn = false): string =>
  [
    `<text class="name" x="${round(x + pad.x + (hasTurn ? 16 : 0))}" y="${round(y + 18)}" ${fitted(name, type.name, true)}>${escaped(name)}</text>`,
    ...rows.map((row, at) => rowDrawn(row, { x: x + pad.x, y: y + pad.top + pad.gap + (at + 1) * line - 3 })),
  ].join('');

const kindOf = (state: GraphState): string => {
  if (state.type === 'final') return 'final';
  if (isSettled(state)) return 'settled';
  return state.tags.includes('pending') ? 'pending' : 'group';
};

const entry = ({ x, y }: Box): string =>
  `<g class="begin"><circle class="dot" cx="${round(x - 1)}" cy="${round(y - 1)}" r="5"/></g>`;

const stateDrawn = ({ state, box, rows, isOuter }: PlacedState): string => {
  const shows = state.screen !== '' || state.child !== '';
  const kind = kindOf(state);
  const classes = ['state', kind, ...(shows ? ['shows'] : []), ...(isOuter ? ['outer'] : [])].join(' ');
  const last =
    kind === 'final'
      ? rectangle({ x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6 }, 'inner', 6)
      : '';
  const title = state.description === '' ? '' : `<title>${escaped(state.description)}</title>`;
  const turn = isOuter
    ? ''
    : `<circle class="turn" cx="${round(box.x + pad.x + 5)}" cy="${round(box.y + 13.5)}" r="4.5"/>`;
  return (
    `<g data-state="${escaped(state.id)}" class="${classes}">${title}` +
    `${rectangle(box, 'box', 9)}${last}${turn}${textsDrawn(state.key, box, rows, !isOuter)}</g>${state.initial ? entry(box) : ''}`
  );
};

/** A line through points with round corners. */
const wayThrough = (points: readonly Spot[]): string => {
  const [first, ...rest] = points;
  if (!first) return '';
  const part = rest.map((point, at) => {
    const [before, after] = [points[at] ?? point, rest[at + 1]];
    if (!after) return `L${round(point.x)} ${round(point.y)}`;
    const towards = (other: Spot, radius: number): Spot => {
      const length = Math.hypot(other.x - point.x, other.y - point.y) || 1;
      const reach = Math.min(radius, length / 2);
      return {
        x: point.x + ((other.x - point.x) * reach) / length,
        y: point.y + ((other.y - point.y) * reach) / length,
      };
    };
    const [from, to] = [towards(before, 7), towards(after, 7)];
    return `L${round(from.x)} ${round(from.y)}Q${round(point.x)} ${round(point.y)} ${round(to.x)} ${round(to.y)}`;
  });
  return `M${round(first.x)} ${round(first.y)}${part.join('')}`;
};

const headAt = (points: readonly Spot[]): string => {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (!before || !end) return '';
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const corner = (along: number, across: number) =>
    `${round(end.x - along * Math.cos(angle) + across * Math.sin(angle))},${round(end.y - along * Math.sin(angle) - across * Math.cos(angle))}`;
  return [corner(0, 0), corner(8, 4), corner(8, -4)].join(' ');
};

/** Room for an arrowhead, and how far a label that stands too close before one moves back. */
const headRoom = { needed: 9, most: 3 };

const clearOfHead = ({ label, points }: PlacedFlow): Box => {
  const [before, end] = points.slice(-2);
  if (!before || !end) return label;
  const back = (room: number): number => Math.min(headRoom.most, Math.max(0, headRoom.needed - room));
  const [right, bottom] = [label.x + label.width, label.y + label.height];
  if (before.x === end.x && bottom <= end.y) return { ...label, y: label.y - back(end.y - bottom) };
  if (before.y === end.y && right <= end.x) return { ...label, x: label.x - back(end.x - right) };
  return label;
};

const linesDrawn = ({ flow, points }: PlacedFlow): string => {
  const ids = escaped(flow.arrows.map(({ id }) => id).join('\n')).replaceAll('\n', '&#10;');
  return (
    `<g class="line" data-arrows="${ids}"><path class="way" d="${wayThrough(points)}"/>` +
    `<polygon class="head" points="${headAt(points)}"/></g>`
  );
};

/** Labels stand on their line, above all lines, so that none crosses a text. */
const labelsDrawn = (placed: PlacedFlow): string => {
  const { flow } = placed;
  const label = clearOfHead(placed);
  const texts = flow.arrows.map((t, at) => {
    const guard = t.guard === '' ? '' : `<tspan class="guard"> [${escaped(t.guard)}]</tspan>`;
    return transitionText(
      t,
      { x: label.x + 4, y: label.y + (at + 1) * line - 3 },
      'arrow',
      escaped(eventText(flow, t)) + guard,
      fitted(labelText(flow, t), type.label),
    );
  });
  return `<g class="label">${rectangle(label, 'label-ground', 4)}${texts.join('')}</g>`;
};

/** The drawing of a placed chart, with its own style, since a page or a file may show it. */
export const svgOf = (chart: string, { width, height, states, flows, anywhere }: Placed): string => {
  const size = [width, height].map(Math.ceil);
  const parts = [
    ...states.filter(({ isOuter }) => isOuter).map(stateDrawn),
    ...flows.map(linesDrawn),
    ...states.filter(({ isOuter }) => !isOuter).map(stateDrawn),
    ...flows.map(labelsDrawn),
    ...(anywhere
      ? [
          `<g class="anywhere" data-state="${escaped(chart)}">` +
            `${rectangle(anywhere.box, 'box', 9)}${textsDrawn('in every state', anywhere.box, anywhere.rows)}</g>`,
        ]
      : []),
  ];
  return (
    `<svg class="chart" xmlns="http://www.w3.org/2000/svg" data-chart="${escaped(chart)}" role="group" aria-label="${escaped(chart)}" ` +
    `width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size.join(' ')}">\n<style>${chartStyle}</style>\n${parts.join('\n')}</svg>\n`
  );
};

/** The drawing of a chart, always the same for the same chart. */
export const drawingOf = async (machine: AnyStateMachine): Promise<string> =>
  svgOf(machine.id, await place(graphOf(machine)));
