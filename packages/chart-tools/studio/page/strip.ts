import type { ChartFacts } from '../facts.ts';
import { type Situation, simulatedAddress } from './look.ts';
import { button, make } from './parts.ts';

/** Width of the screens of a strip, as on a phone. */
const phone = 390;
const least = 640;

/** The states of a chart in which a visitor sees something of their own: leaves that wait for the visitor or show a screen. */
export const statesOnScreen = ({ graph }: ChartFacts): string[] =>
  graph.states
    .filter(({ id, tags, screen, type }) => {
      const isLeaf = !graph.states.some(({ parent }) => parent === id);
      return isLeaf && type !== 'final' && (tags.includes('settled') || screen !== '');
    })
    .map(({ id }) => id);

/** All screens of a chart side by side, at one site in one language; it can be printed. */
export const createStrip = (section: HTMLElement, go: (state: string) => void) => {
  /** Makes a frame as high as its page. */
  const grow = (frame: HTMLIFrameElement): void => {
    const page = frame.contentDocument?.documentElement;
    if (page) frame.style.height = `${Math.max(least, page.scrollHeight)}px`;
  };
  const figure = (look: Situation, state: string): HTMLElement => {
    const frame = make('iframe', { title: state, width: String(phone), height: String(least), tabindex: '-1' });
    frame.src = simulatedAddress({ ...look, goal: state, does: [] }, true);
    const caption = make(
      'figcaption',
      {},
      button({ class: 'chip' }, () => go(state), state),
    );
    const shown = make('figure', { 'data-strip': state }, caption, make('div', { class: 'paper' }, frame));
    return shown;
  };
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const frame = [...section.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
    const shown = frame?.closest('figure');
    if (!frame || !shown || typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'stands')
      return;
    shown.dataset.arrived = '';
    if ('missing' in data && data.missing !== '') shown.remove();
    else grow(frame);
  });
  return {
    show: (chart: ChartFacts, look: Situation): void => {
      const states = statesOnScreen(chart);
      const print = button({ class: 'tool' }, () => window.print(), 'Print');
      const title = make('h2', {}, `${chart.graph.id} · ${look.site} · ${look.lang}`);
      const nothing =
        states.length === 0 || chart.above === null
          ? [make('p', { class: 'hint' }, 'This chart shows no screens.')]
          : [];
      section.replaceChildren(
        make('div', { class: 'bar' }, title, print),
        make(
          'div',
          { class: 'strip' },
          ...nothing,
          ...(nothing.length > 0 ? [] : states.map((state) => figure(look, state))),
        ),
      );
    },
    clear: (): void => section.replaceChildren(),
  };
};
