import { machines } from 'ticket-store/machines/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { allDefinitions } from '../../explore/definitions.ts';
import { openCharts } from './kit.ts';

const { page, open } = await openCharts();
beforeAll(() => open());

/** Measures the drawing on the page: what overlaps or leaves its place, and the smallest text in px. */
const measure = (): { smallest: number; faults: string[] } => {
  const svg = document.querySelector<SVGSVGElement>('#canvas svg');
  if (!svg) throw new Error('nothing is drawn');
  const all = <E extends SVGElement>(selector: string) => [...svg.querySelectorAll<E>(selector)];
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const texts = all<SVGTextElement>('text');
  const sizes = texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale);
  const faults: string[] = [];
  const near = 1;
  const meet = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - near && b.left < a.right - near && a.top < b.bottom - near && b.top < a.bottom - near;
  const isWithin = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.left >= outer.left - near &&
    inner.right <= outer.right + near &&
    inner.top >= outer.top - near &&
    inner.bottom <= outer.bottom + near;
  /** The line box without the font's free space above and below. */
  const glyphs = (text: Element): DOMRect => {
    const { x, y, width, height } = text.getBoundingClientRect();
    return new DOMRect(x, y + height * 0.15, width, height * 0.7);
  };
  const boxes = texts.map((text) => ({ text, box: glyphs(text) }));
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1))
      if (meet(a.box, b.box)) faults.push(`"${a.text.textContent}" overlaps "${b.text.textContent}"`);
  const canvas = document.querySelector('#canvas')?.getBoundingClientRect();
  for (const { text, box } of boxes) {
    const own = text.closest('[data-state], .anywhere')?.querySelector('.box')?.getBoundingClientRect();
    if (own && !isWithin(box, own)) faults.push(`"${text.textContent}" leaves its box`);
    if (canvas && !isWithin(box, canvas)) faults.push(`"${text.textContent}" is outside`);
  }
  const leaves = all<SVGGElement>('.state:not(.outer)').map((state) => ({ state, box: state.getBoundingClientRect() }));
  const labels = all('.label');
  const lines = all('.line');
  if (labels.length !== lines.length) faults.push(`${labels.length} labels for ${lines.length} arrows`);
  for (const [at, line] of lines.entries()) {
    const label = labels[at]?.getBoundingClientRect();
    const way = line.querySelector('path');
    if (!label || !way) continue;
    const matrix = way.getScreenCTM();
    const points = Array.from({ length: 80 }, (_, step) =>
      way.getPointAtLength((way.getTotalLength() * (step + 0.5)) / 80).matrixTransform(matrix ?? new DOMMatrix()),
    );
    const name = labels[at]?.textContent ?? '';
    const isOn = points.some(({ x, y }) => isWithin(new DOMRect(x, y, 0, 0), label));
    if (!isOn) faults.push(`"${name}" is not at its arrow`);
    const head = line.querySelector('.head')?.getBoundingClientRect();
    if (head && meet(label, head)) faults.push(`"${name}" covers its arrowhead`);
    for (const { state, box } of leaves) {
      const inside = points.filter(({ x, y }) => isWithin(new DOMRect(x - 3, y - 3, 6, 6), box));
      if (inside.length > 0) faults.push(`the arrow "${name}" crosses ${state.dataset.state}`);
      if (meet(label, box)) faults.push(`"${name}" covers ${state.dataset.state}`);
    }
  }
  for (const [at, a] of leaves.entries())
    for (const b of leaves.slice(at + 1))
      if (meet(a.box, b.box)) faults.push(`${a.state.dataset.state} overlaps ${b.state.dataset.state}`);
  return { smallest: Math.min(...sizes), faults };
};

describe('every chart on a page of 1600 × 950', () => {
  it.each(Object.keys(machines))('%s is readable as a whole, and nothing overlaps', async (chart) => {
    await page.locator(`#tree a[href="#${chart}"]`).click();
    await page.locator(`#canvas svg[data-chart="${chart}"]`).waitFor();
    await page.locator('#fit').click();
    const { smallest, faults } = await page.evaluate(measure);
    console.log(`${chart}: ${smallest.toFixed(1)} px`);
    expect(faults).toEqual([]);
    expect(smallest).toBeGreaterThanOrEqual(11);
    const drawn = await page.locator('#canvas [data-transition]').count();
    const silent = /^snapshot\(/;
    const machine = Object.values(machines).find(({ id }) => id === chart);
    const expected = machine ? allDefinitions(machine).filter((one) => !(one.forbidden && silent.test(one.event))) : [];
    expect(drawn).toBe(expected.length);
  });
});
