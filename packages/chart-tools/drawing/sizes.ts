import type { Flow, Row } from './flow.ts';
import type { GraphState, GraphTransition } from './graph.ts';
import { widthOf } from './text-width.ts';

/** Measures of the drawing, px. Texts have at least 11 px on a page of 1600 × 950 when all of a chart is shown. */
export const type = { name: 13, row: 12, label: 12 };
export const line = 14;
export const pad = { x: 11, top: 21, bottom: 4, gap: 3, indent: 10 };
export const inner = { side: 12, bottom: 10, gap: 8 };

export const rowText = ({ text, guard, end }: Row): string => [text, guard].filter(Boolean).join(' ') + end;
/** The event on an arrow; ∗ for one that the whole group handles. */
export const eventText = ({ source }: Flow, t: GraphTransition): string => (t.source === source ? '' : '∗ ') + t.event;
export const labelText = (flow: Flow, t: GraphTransition): string =>
  eventText(flow, t) + (t.guard === '' ? '' : ` [${t.guard}]`);

/** Size of a box with its name and rows. */
export const boxSize = ({ key }: Pick<GraphState, 'key'>, rows: readonly Row[]) => {
  const widths = rows.map((row) => widthOf(rowText(row), type.row) + (row.indent ? pad.indent : 0));
  const width = Math.max(64, widthOf(key, type.name, true) + 18, ...widths) + 2 * pad.x;
  const height = pad.top + (rows.length > 0 ? pad.gap + rows.length * line : 0) + pad.bottom;
  return { width: Math.ceil(width), height };
};

export const labelSize = (flow: Flow) => ({
  width: Math.ceil(Math.max(...flow.arrows.map((arrow) => widthOf(labelText(flow, arrow), type.label))) + 8),
  height: flow.arrows.length * line + 2,
});
