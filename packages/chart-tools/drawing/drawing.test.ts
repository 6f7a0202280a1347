import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { describe, expect, it } from 'vitest';
import { svgOf } from './drawing.ts';
import { graphOf } from './graph.ts';
import type { Box } from './pack.ts';
import { type Placed, type PlacedFlow, pane, place } from './place.ts';
import { type as sizes } from './sizes.ts';

const minTextSize = 11;

/** The happy path of each chart; states of a group without the group's name. */
const paths: Readonly<Record<MachineName, readonly string[]>> = {
  app: [],
  // With further arrows its texts would be too small: they are lines in its boxes.
  purchase: [
    ...['order > deciding', 'editing > saving', 'deciding > payment'],
    ...['payment > confirm', 'confirm > checkout'],
  ],
  order: ['opening > choosing', 'choosing > placing', 'placing > placed'],
  hold: ['none > counting', 'counting > warned'],
  payment: ['choosing > tokenising', 'tokenising > chosen'],
  checkout: ['entering > posting', 'posting > challenging', 'challenging > confirming', 'waiting > paid'],
  queue: ['asking > waiting', 'waiting > admitted'],
  correction: ['resting > editing', 'editing > sending'],
  coupon: ['editing > changing'],
  toast: ['idle > showing', 'showing > clearing'],
  dialog: ['closed > open'],
  catalogue: ['fetching > ready'],
  ticket: ['reading > showing'],
  receipt: ['reading > showing'],
  share: ['reading > showing', 'showing > sharing'],
  send: ['reading > choosing', 'choosing > checking', 'checking > sending', 'sending > sent'],
  revoke: ['reading > asking', 'asking > revoking', 'revoking > revoked'],
  'change-date': ['reading > searching', 'searching > choosing'],
  inquiry: ['asking > finding', 'finding > found'],
  'mail-release': ['offering > stopping', 'stopping > mail-release-completion'],
  signage: ['reading > showing'],
};

const named = ({ flow: { source, target } }: PlacedFlow): string =>
  [source, target].map((id) => id.split('.').at(-1)).join(' > ');
const done = new Map<MachineName, Promise<Placed>>();
const placedIn = (name: MachineName): Promise<Placed> => {
  const placed = done.get(name) ?? place(graphOf(machines[name]));
  done.set(name, placed);
  return placed;
};
/** The values of an attribute. */
const values = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value).toSorted();
const isStraight = ({ points }: PlacedFlow): boolean =>
  (['x', 'y'] as const).some((axis) => new Set(points.map((point) => Math.round(point[axis]))).size === 1);

/** Boxes that meet are nearer than a pixel. */
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
const within = ({ x, y, width, height }: Box, edge: number): Box => ({
  ...{ x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge },
});
/** The straight parts of an arrow as boxes. */
const partsOf = ({ points }: PlacedFlow): Box[] =>
  points.slice(1).map((end, at) => {
    const start = points[at] ?? end;
    const [x, y] = [Math.min(start.x, end.x), Math.min(start.y, end.y)];
    return within({ x, y, width: Math.abs(start.x - end.x), height: Math.abs(start.y - end.y) }, -1);
  });
const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]));

describe.each(Object.keys(machines) as MachineName[])('the drawing of %s', (name) => {
  it('has the happy path as straight arrows, and texts of 11 px or more where all of it is shown', async () => {
    const placed = await placedIn(name);
    const drawn = placed.flows.map(named);
    expect(paths[name].filter((arrow) => !drawn.includes(arrow))).toEqual([]);
    const bent = placed.flows.filter((flow) => paths[name].includes(named(flow)) && !isStraight(flow));
    expect(bent.map(named)).toEqual([]);
    const scale = Math.min(pane.width / placed.width, pane.height / placed.height);
    expect(scale * Math.min(...Object.values(sizes))).toBeGreaterThanOrEqual(minTextSize);
  });

  it('has no box, label or arrow on another', async () => {
    const { states, flows, anywhere } = await placedIn(name);
    const leaves = states.filter(({ isOuter }) => !isOuter).map(({ box }) => box);
    const boxes = [...leaves, ...(anywhere ? [anywhere.box] : []), ...flows.map(({ label }) => label)];
    expect(pairsOf(boxes).filter(([one, other]) => meet(one, other))).toEqual([]);
    const crossed = leaves.map((box) => within(box, 4));
    const crossing = flows.filter((flow) => partsOf(flow).some((part) => crossed.some((box) => meet(part, box))));
    expect(crossing.map(named)).toEqual([]);
  });

  it('has every state and every transition once, with its guard', async () => {
    const { states, transitions } = graphOf(machines[name]);
    const placed = await placedIn(name);
    const svg = svgOf(name, placed);
    const drawn = states.filter(({ parent }) => parent !== null || placed.anywhere);
    expect(values(svg, 'data-state')).toEqual(drawn.map(({ id }) => id).toSorted());
    const shown = transitions.filter(({ type, forbidden }) => !(forbidden && type.startsWith('xstate.snapshot')));
    expect(values(svg, 'data-transition')).toEqual(shown.map(({ id }) => id).toSorted());
    const guards = shown.flatMap(({ guard }) => (guard === '' ? [] : [`[${guard}]`]));
    const written = [...svg.matchAll(/class="guard"> ?(\[\w+\])</g)].map(([, guard]) => guard);
    expect(written.toSorted()).toEqual(guards.toSorted());
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('an arrow of a group', () => {
  it('begins where the visitor has the turn, and where several have it, stays in the group’s box', async () => {
    const { flows, anywhere } = await placedIn('order');
    const choosing = flows.filter(({ flow }) => flow.source === 'order.choosing');
    const events = choosing.flatMap(({ flow }) => flow.arrows.map(({ event }) => event));
    expect(events).toEqual(expect.arrayContaining(['order.submit', 'timespan.choose', 'search.again']));
    expect(anywhere?.rows.map(({ text, guard }) => `${text} ${guard}`)).toContain('↻ order.submit else');
    const { anywhere: inPurchase } = await placedIn('purchase');
    expect(inPurchase?.rows.map(({ text }) => text)).toContain('order.cancel');
  });
});
