import type { Living } from './live.ts';
import type { Pan } from './pan.ts';

type Chosen = { kind: 'state' | 'transition'; id: string };
/** `taken`: ids of transitions, newest last; `rushed`: the chart was just opened, so it neither animates nor scrolls. */
type Seen = { living: Living | undefined; taken: readonly string[]; rushed: boolean };

/** Opacity of a transition by how many steps ago it was taken. */
const fading = [1, 0.72, 0.52, 0.38, 0.28, 0.2];

/** Shows one chart's drawing at a time, in which states and transitions can be chosen and highlighted. */
export const createDrawing = (canvas: HTMLElement, pan: Pan, choose: (chosen: Chosen) => void) => {
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
    if (chosen && !pan.moved()) choose(chosen);
  });
  canvas.addEventListener('keydown', (event) => {
    const chosen = event.target === canvas ? null : chosenBy(event);
    if (!chosen || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    choose(chosen);
  });

  const boxOf = (element: SVGGraphicsElement): DOMRect => {
    const { x, y, width, height } = element.getBBox();
    const shift = element.ownerSVGElement?.querySelector('g')?.transform.baseVal.consolidate()?.matrix;
    return new DOMRect(x + (shift?.e ?? 0), y + (shift?.f ?? 0), width, height);
  };

  return {
    chart: () => chart,
    /** Shows another chart. */
    open: async (id: string): Promise<void> => {
      if (id === chart) return;
      chart = id;
      const text = await (await fetch(`drawings/${id}`)).text();
      if (chart !== id) return;
      const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      if (!(drawn instanceof SVGSVGElement)) throw new Error(`No drawing of ${id}`);
      svg = drawn;
      for (const one of parts('[data-state], [data-transition]')) {
        one.setAttribute('tabindex', '0');
        one.setAttribute('role', 'button');
        if (one.dataset.state !== undefined) one.setAttribute('aria-label', `State ${one.dataset.state}`);
      }
      canvas.replaceChildren(svg);
      pan.set(svg, svg.viewBox.baseVal.width, svg.viewBox.baseVal.height);
    },
    mark: ({ kind, id }: Chosen): void => {
      for (const one of parts('.chosen')) one.classList.remove('chosen');
      part(kind, id)?.classList.add('chosen');
    },
    show: ({ kind, id }: Chosen): void => {
      const found = part(kind, id);
      if (found) pan.show(boxOf(found));
    },
    /** Highlights the current states and the last transitions, newest last. */
    light: ({ living, taken, rushed }: Seen): void => {
      for (const one of parts('.live')) one.classList.remove('live');
      for (const one of parts('.taken, .now')) one.classList.remove('taken', 'now');
      for (const id of living?.states ?? []) part('state', id)?.classList.add('live');
      const recent = taken.slice(-fading.length);
      recent.forEach((id, at) => {
        const age = recent.length - 1 - at;
        const text = part('transition', id);
        const line = text?.closest<SVGGElement>('.line');
        for (const one of [text, line]) {
          one?.classList.add('taken');
          one?.style.setProperty('--fresh', String(fading[age]));
        }
        if (age === 0 && !rushed) line?.classList.add('now');
      });
      const innermost = living?.states.at(-1);
      const found = innermost === undefined ? undefined : part('state', innermost);
      if (found && !rushed) pan.show(boxOf(found));
    },
  };
};
