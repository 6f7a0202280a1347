import type { Pan } from './pan.ts';

type Chosen = { kind: 'state' | 'transition'; id: string };
type DrawingListener = {
  readonly choose: (chosen: Chosen) => void;
  /** A state was double-clicked. */
  readonly go: (state: string) => void;
  readonly targetsOf: (transition: string) => readonly string[];
};

/** A curve from the side of a row's own box to the nearest side of another. */
const wayAside = (row: DOMRect, own: DOMRect, box: DOMRect): string => {
  const y = row.y + row.height / 2;
  const isRight = box.x + box.width / 2 > own.x + own.width / 2;
  const isAbove = own.right > box.x && box.right > own.x;
  const from = isRight ? own.right : own.x;
  const to = isRight === isAbove ? box.right : box.x;
  const end = Math.min(box.bottom - 10, Math.max(box.y + 10, y));
  const reach = Math.max(36, isAbove ? 0 : Math.abs(to - from) / 2) * (isRight ? 1 : -1);
  const tip = isRight === isAbove ? 6 : -6;
  const last = isAbove ? reach : -reach;
  return `M${from} ${y}C${from + reach} ${y} ${to + last} ${end} ${to} ${end}m${tip} -4l${-tip} 4l${tip} 4`;
};

/** Shows one chart's drawing at a time, in which states and transitions can be chosen and highlighted. */
export const createDrawing = (canvas: HTMLElement, pan: Pan, { choose, go, targetsOf }: DrawingListener) => {
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

  const boxOf = (element: SVGGraphicsElement): DOMRect => {
    const { x, y, width, height } = element.getBBox();
    return new DOMRect(x, y, width, height);
  };
  const lineOf = (id: string) => parts('.line').find((one) => one.dataset.arrows?.split('\n').includes(id));
  let shownAsides: readonly string[] = [];
  /** Draws the ways of transitions that are only written into a box. */
  const drawAsides = (ids: readonly string[]): void => {
    for (const old of parts('.aside')) old.remove();
    for (const id of ids.filter((one) => !lineOf(one))) {
      const row = part('transition', id);
      const target = part('state', targetsOf(id)[0] ?? '')?.querySelector<SVGGraphicsElement>('.box');
      const own = row?.closest('[data-state], .anywhere')?.querySelector<SVGGraphicsElement>('.box');
      if (!row || !own || !target) continue;
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      line.setAttribute('class', 'aside');
      line.setAttribute('d', wayAside(boxOf(row), boxOf(own), boxOf(target)));
      svg?.append(line);
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
      shownAsides = kind === 'transition' ? [id] : [];
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
