import type { Facts } from '../facts.ts';
import { type Look, type View, views } from './look.ts';
import { button, find } from './parts.ts';
import { createStrip } from './strip.ts';

const names: Readonly<Record<View, string>> = { chart: 'Chart', screens: 'Screens' };

type Page = {
  readonly chart: () => string;
  readonly look: () => Look;
  readonly goTo: (state: string) => void;
  /** Says in the address what is shown now. */
  readonly note: (part: Partial<Look>) => void;
};

/** Switches between the chart and all its screens. */
export const createViews = ({ charts }: Facts, { chart, look, goTo, note }: Page) => {
  const section = find('other', HTMLElement);
  let view: View = 'chart';
  const strip = createStrip(section, (state) => {
    open('chart');
    goTo(state);
  });
  const buttons = new Map<View, HTMLButtonElement>();
  const refresh = (): void => {
    const shown = charts.find(({ graph }) => graph.id === chart());
    if (view === 'screens' && shown) strip.show(shown, look());
  };
  const open = (next: View): void => {
    view = next;
    if (look().view !== view) note({ view });
    section.hidden = view === 'chart';
    document.body.classList.toggle('strips', view === 'screens');
    for (const [name, tab] of buttons) tab.setAttribute('aria-pressed', String(name === view));
    if (view === 'chart') strip.clear();
    refresh();
  };
  for (const name of views)
    buttons.set(
      name,
      button({ class: 'tool', 'aria-pressed': String(name === 'chart') }, () => open(name), names[name]),
    );
  find('views', HTMLElement).replaceChildren(...buttons.values());
  return { open, refresh };
};
