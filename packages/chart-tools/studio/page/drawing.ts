import type { GraphTransition } from '../../drawing/graph.ts';
import type { Box, Spot } from '../../drawing/pack.ts';
import type { Pan } from './pan.ts';
import { wayTo } from './way.ts';

type Chosen = { kind: 'state' | 'transition'; id: string };
type DrawingListener = {
  readonly choose: (chosen: Chosen) => void;
  /** A state was double-clicked. */
  readonly go: (state: string) => void;
  /** The transitions of all charts. */
  readonly transitions: readonly GraphTransition[];
};

/** A line with a head, drawn from its end, so that the dashes of lines that join are the same. */
const lineThrough = (corners: readonly Spot[]): string => {
  const [end, before] = corners.toReversed();
  if (!before || !end) return '';
  const [x, y] = [Math.sign(end.x - before.x) * 6, Math.sign(end.y - before.y) * 6];
  const side = (way: number) => `${end.x - x + way * y * 0.6} ${end.y - y + way * x * 0.6}`;
  const line = corners.toReversed().map((one) => `${one.x} ${one.y}`);
  return `M${line.join('L')}M${side(-1)}L${end.x} ${end.y}L${side(1)}`;
};

/** Whether a box is the group around another. */
const holds = (outer: Box, { x, y, width }: Box): boolean =>
  outer.x < x && outer.y < y && outer.x + outer.width > x + width && outer.y + outer.height > y;

/** Shows one chart's drawing at a time, in which states and transitions can be chosen and highlighted. */
export const createDrawing = (canvas: HTMLElement, pan: Pan, { choose, go, transitions }: DrawingListener) => {
  let chart = '';
  let svg: SVGSVGElement | null = null;
  const parts = (selector: string) => [...(svg?.querySelectorAll<SVGGraphicsElement>(selector) ?? [])];
  const part = (kind: Chosen['kind'], id: string) => parts(`[data-${kind}]`).find((one) => one.dataset[kind] === id);

  const chosenBy = (event: Event): Chosen | null => {
    const target =
      event.target instanceof Element ? event.target.closest<SVGElement>('[data-transition], [data-state]') : null;
    const { transition, state } = target?.dataset ?? {};
    if (transition !== undefined) return { kind: 'transition', id: transition };
    return state === undefined ? null : { kind: 'state', id: state };
  };
  canvas.addEventListener('click', (event) => {
    const chosen = chosenBy(event);
    if (chosen) choose(chosen);
  });
  canvas.addEventListener('dblclick', (event) => {
    const chosen = chosenBy(event);
    if (chosen?.kind === 'state') go(chosen.id);
  });
  canvas.addEventListener('keydown', (event) => {
    const chosen = event.target === canvas ? null : chosenBy(event);
    if (!chosen || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    choose(chosen);
  });

  const boxOf = (element: Element | null | undefined): Box | undefined => {
    if (!(element instanceof SVGGraphicsElement)) return undefined;
    const { x, y, width, height } = element.getBBox();
    return { x, y, width, height };
  };
  const lineOf = (id: string) => parts('.line').find((one) => one.dataset.arrows?.split('\n').includes(id));
  let shownAsides: readonly string[] = [];
  /** Draws the ways of transitions that are only written into a box, around the other boxes and behind the labels. */
  const drawAsides = (ids: readonly string[]): void => {
    for (const old of parts('.aside')) old.remove();
    const boxes = parts('.box').flatMap((one) => boxOf(one) ?? []);
    for (const { id, targets } of transitions.filter((one) => ids.includes(one.id) && !lineOf(one.id))) {
      const row = boxOf(part('transition', id));
      const own = boxOf(part('transition', id)?.closest('[data-state], .anywhere')?.querySelector('.box'));
      const target = boxOf(part('state', targets[0] ?? '')?.querySelector('.box'));
      if (!row || !own || !target || (own.x === target.x && own.y === target.y)) continue;
      // A line to a state inside its group begins inside it: its first corner lies in the middle of the group's margin.
      const from = holds(own, target) ? { ...own, x: own.x + 13, width: own.width - 26 } : own;
      const others = boxes.filter((box) => !holds(box, target) && !holds(box, own));
      const corners = wayTo(from, row.y + row.height / 2, target, others);
      if (!corners) continue;
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      line.setAttribute('class', 'aside');
      line.setAttribute('d', lineThrough(corners));
      svg?.insertBefore(line, svg.querySelector('.label, .anywhere'));
    }
  };
  canvas.addEventListener('pointerover', (event) => {
    const over = chosenBy(event);
    drawAsides(over?.kind === 'transition' ? [...shownAsides, over.id] : shownAsides);
  });

  return {
    chart: () => chart,
    /** Shows another chart. */
    open: async (id: string): Promise<void> => {
      if (id === chart) return;
      chart = id;
      const text = await (await fetch(`drawings/${id}.svg`)).text();
      if (chart !== id) return;
      const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      if (!(drawn instanceof SVGSVGElement)) throw new Error(`No drawing of ${id}`);
      svg = drawn;
      for (const one of parts('[data-state], [data-transition]')) {
        one.setAttribute('tabindex', '0');
        one.setAttribute('role', 'button');
        if (one.dataset.state !== undefined) one.setAttribute('aria-label', `State ${one.dataset.state}`);
      }
      shownAsides = [];
      canvas.replaceChildren(svg);
      pan.set(svg);
    },
    mark: ({ kind, id }: Chosen): void => {
      for (const one of parts('.chosen')) one.classList.remove('chosen');
      part(kind, id)?.classList.add('chosen');
      const isInto = (target: string) => target === id || target.startsWith(`${id}.`);
      const into = transitions.filter(
        ({ source, targets, inPlace }) => !inPlace && !isInto(source) && targets.some(isInto),
      );
      shownAsides = kind === 'transition' ? [id] : into.map((one) => one.id);
      for (const one of parts('.into')) one.classList.remove('into');
      for (const one of shownAsides) lineOf(one)?.classList.add('into');
      drawAsides(shownAsides);
    },
    /** Shows which transitions can be taken now. */
    possible: (ids: readonly string[]): void => {
      const all = new Set(ids);
      for (const one of parts('[data-transition]'))
        one.classList.toggle('possible', all.has(one.dataset.transition ?? ''));
    },
    show: ({ kind, id }: Chosen): void => {
      const found = part(kind, id);
      if (found) pan.show(found);
    },
    /** Highlights the current states, the innermost last. A chart that was just opened does not scroll there. */
    light: (states: readonly string[], scrolls: boolean): void => {
      for (const one of parts('.live')) one.classList.remove('live');
      for (const id of states) part('state', id)?.classList.add('live');
      const found = part('state', states.at(-1) ?? '');
      if (found && scrolls) pan.show(found);
    },
  };
};
