import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { machines } from 'ticket-store/machines/index.ts';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { graphOf } from './graph.ts';
import { elementId, type Mark, svgOf } from './svg.ts';

const all = Object.values(machines);

/** The values of an attribute, in document sequence. */
const values = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

const machine = createMachine({
  id: 'm',
  initial: 'a',
  states: {
    a: { on: { go: [{ guard: 'isFree', target: 'b' }, { actions: 'note' }] } },
    b: { type: 'final', description: 'Over & done.' },
  },
});

describe.each(all.map((one) => [one.id, one] as const))('the drawing of %s', (_, chart) => {
  it('contains every state and every transition once, by its id', async () => {
    const svg = await svgOf(chart);
    const { states, transitions } = graphOf(chart);
    expect(XMLValidator.validate(svg)).toBe(true);
    const roams = /class="anywhere" id=/.test(svg);
    const drawn = states.filter(({ parent }) => parent !== null || roams).map(({ id }) => id);
    expect(values(svg, 'data-state').toSorted()).toEqual(drawn.toSorted());
    expect(values(svg, 'data-transition').toSorted()).toEqual(transitions.map(({ id }) => id).toSorted());
    const ids = [...drawn, ...transitions.map(({ id }) => id)].map(elementId);
    expect(values(svg, 'id').toSorted()).toEqual(ids.toSorted());
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('keeps every state inside the picture', async () => {
    const svg = await svgOf(chart);
    const [width = 0, height = 0] = [values(svg, 'width'), values(svg, 'height')].map(([first]) => Number(first));
    const [, x = 0, y = 0] = /translate\(([\d.-]+) ([\d.-]+)\)/.exec(svg)?.map(Number) ?? [];
    const boxes = [...svg.matchAll(/<rect class="box" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/g)];
    expect(boxes.length).toBeGreaterThan(0);
    for (const [, left, top, wide, high] of boxes) {
      expect(Number(left) + x).toBeGreaterThanOrEqual(0);
      expect(Number(top) + y).toBeGreaterThanOrEqual(0);
      expect(Number(left) + x + Number(wide)).toBeLessThanOrEqual(width);
      expect(Number(top) + y + Number(high)).toBeLessThanOrEqual(height);
    }
  });
});

describe('a drawing', () => {
  it('is the same each time', async () => {
    expect(await svgOf(machine)).toBe(await svgOf(graphOf(machine)));
  });

  it('shows the kind of a state, the target of a transition and what is handled in place', async () => {
    const svg = await svgOf(machine);
    expect(svg).toContain('<title>Over &amp; done.</title>');
    expect(svg).toContain('data-arrows="m.a | go [0]"');
    expect(svg).not.toContain('data-arrows="m.a | go [1]"');
    expect(svg).toMatch(/data-transition="m\.a \| go \[1\]"[^>]*>↻ go</);
  });

  it('marks what was added, removed or changed', async () => {
    const marks = new Map<string, Mark>([
      ['m.b', 'added'],
      ['m.a | go [0]', 'removed'],
      ['m.a | go [1]', 'changed'],
    ]);
    const svg = await svgOf(machine, marks);
    expect(svg).toMatch(/data-state="m\.b" data-mark="added"/);
    expect(svg).toMatch(/data-transition="m\.a \| go \[0\]" data-mark="removed"/);
    expect(svg).toMatch(/data-arrows="m\.a \| go \[0\]" data-mark="removed"/);
    expect(svg).toMatch(/data-transition="m\.a \| go \[1\]" data-mark="changed"/);
    expect(svg).not.toMatch(/data-state="m\.a" data-mark/);
  });

  it('lists transitions from anywhere as rows where their arrows would hide the others', async () => {
    const svg = await svgOf(machines.purchase);
    expect(svg).toMatch(
      /data-transition="purchase \| page\.requested\.sign-in \[1\]"[^<]*<tspan[^<]*<\/tspan> → sign-in</,
    );
    expect(new XMLParser().parse(svg)).toHaveProperty('svg');
  });
});
