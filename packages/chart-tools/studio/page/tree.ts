import type { ChartFacts } from '../facts.ts';
import type { Living } from '../simulation/protocol.ts';
import { make } from './parts.ts';

/** The charts as a tree by invocation, each with its current state. */
export const createTree = (nav: HTMLElement, charts: readonly ChartFacts[]) => {
  const items = new Map<string, { item: HTMLElement; link: HTMLAnchorElement; state: HTMLElement }>();
  const itemOf = (id: string): HTMLElement | null => {
    const chart = charts.find(({ graph }) => graph.id === id);
    if (!chart || items.has(id)) return null;
    const state = make('small');
    const link = make('a', { href: `#${id}`, title: chart.graph.description }, id, state);
    const item = make('li', { 'data-chart': id }, link);
    items.set(id, { item, link, state });
    const below = chart.runs.flatMap(({ chart: other }) => itemOf(other) ?? []);
    if (below.length > 0) item.append(make('ul', {}, ...below));
    return item;
  };
  const ids = charts.map(({ graph }) => graph.id);
  nav.replaceChildren(make('ul', {}, ...ids.flatMap((id) => itemOf(id) ?? [])));

  return {
    /** Marks the chart that is shown. */
    open: (id: string): void => {
      for (const [other, { link }] of items) {
        if (other === id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    light: (all: readonly Living[]): void => {
      const living = new Map(all.map((one) => [one.chart, one]));
      for (const [id, { item, state }] of items) {
        const one = living.get(id);
        item.classList.toggle('alive', one !== undefined);
        state.textContent = one?.states.at(-1)?.slice(id.length + 1) ?? '';
      }
    },
  };
};
