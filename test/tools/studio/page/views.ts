import type { Facts } from '../facts.ts';
import { createChanges } from './changes.ts';
import type { Look } from './look.ts';
import { button, find } from './parts.ts';
import { createStrip } from './strip.ts';

const names = { chart: 'Chart', screens: 'Screens', changes: 'Changes' };
type View = keyof typeof names;

type Page = {
  readonly chart: () => string;
  readonly look: () => Look;
  readonly go: (state: string) => void;
};

/** Switches between the chart, all its screens, and what changed since a revision. */
export const createViews = ({ charts }: Facts, { chart, look, go }: Page) => {
  const section = find('other', HTMLElement);
  let view: View = 'chart';
  const strip = createStrip(section, (state) => {
    open('chart');
    go(state);
  });
  const changes = createChanges(section);
  const buttons = new Map<View, HTMLButtonElement>();
  const refresh = (): void => {
    const shown = charts.find(({ graph }) => graph.id === chart());
    if (view === 'screens' && shown) strip.show(shown, look());
    if (view === 'changes') changes.show(chart());
  };
  const open = (next: View): void => {
    view = next;
    section.hidden = view === 'chart';
    document.body.classList.toggle('strips', view === 'screens');
    document.body.classList.toggle('compares', view === 'changes');
    for (const [name, tab] of buttons) tab.setAttribute('aria-pressed', String(name === view));
    if (view === 'chart') strip.clear();
    refresh();
  };
  for (const name of ['chart', 'screens', 'changes'] as const)
    buttons.set(
      name,
      button({ class: 'tool', 'aria-pressed': String(name === 'chart') }, () => open(name), names[name]),
    );
  find('views', HTMLElement).replaceChildren(...buttons.values());
  return { open, refresh };
};
