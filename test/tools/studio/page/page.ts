import type { InspectionReport } from '#src/mirrors/inspect/inspector.ts';
import type { Facts } from '../facts.ts';
import { createDetails } from './details.ts';
import { createDrawing } from './drawing.ts';
import { createEvents } from './events.ts';
import { createLive } from './live.ts';
import { createPan } from './pan.ts';
import { find, make } from './parts.ts';
import { createShop } from './shop.ts';
import { createTree } from './tree.ts';

const facts: Facts = await (await fetch('facts.json')).json();

const canvas = find('canvas', HTMLElement);
canvas.tabIndex = 0;
const follow = find('follow', HTMLInputElement);

const pan = createPan(canvas);
const live = createLive(facts);
const tree = createTree(find('tree', HTMLElement), facts.charts);
const details = createDetails(find('details', HTMLElement), facts, find('large', HTMLDialogElement), (state) =>
  choose({ kind: 'state', id: state }),
);
const drawing = createDrawing(canvas, pan, (chosen) => choose(chosen));
const transitionsOf = (chart: string) => facts.charts.find(({ graph }) => graph.id === chart)?.graph.transitions ?? [];
const all = facts.charts.flatMap(({ graph }) => graph.transitions);
const events = createEvents(
  find('events', HTMLElement).querySelector('ol') ?? make('ol'),
  (id) => all.find((one) => one.id === id)?.targets ?? [],
  ({ chart, arrows }) => {
    const id = arrows.at(-1);
    follow.checked = false;
    void open(chart).then(() => id !== undefined && choose({ kind: 'transition', id }, true));
  },
);

type Chosen = Parameters<typeof drawing.mark>[0];

function choose(chosen: Chosen, shows = false): void {
  drawing.mark(chosen);
  if (shows) drawing.show(chosen);
  details[chosen.kind](drawing.chart(), chosen.id);
}

/** The transitions that changed a chart's state; one handled in place only if it is the last. */
const wayThrough = (chart: string): string[] => {
  const known = new Map(transitionsOf(chart).map((one) => [one.id, one]));
  const steps = live.happened().flatMap(({ arrows }) => arrows.flatMap((id) => known.get(id) ?? []));
  const shownSteps = steps.filter(
    ({ forbidden, inPlace, type }) => !forbidden && !(inPlace && type.startsWith('xstate.snapshot')),
  );
  return shownSteps.filter((step, at) => !step.inPlace || at === shownSteps.length - 1).map(({ id }) => id);
};

/** Highlights the shown chart, and shows the actors from the app down to the current screen. */
const light = (rushed = false): void => {
  const chart = drawing.chart();
  drawing.light({ living: live.living().find((one) => one.chart === chart), taken: wayThrough(chart), rushed });
  tree.light(live);
  events.draw(live.happened());
  const screen = live.onScreen();
  const names = screen
    ? [screen.actor.split('/').join(' › '), screen.states.at(-1)?.slice(screen.chart.length + 1) ?? '']
    : [];
  const [place = '', state = ''] = names;
  find('path', HTMLElement).replaceChildren(place && `${place} › `, make('b', {}, state));
};

/** While following the app, shows the state of the current screen, until the user chooses something else. */
let followedState = '';
const followState = (): void => {
  const screen = live.onScreen();
  const state = screen?.states.at(-1) ?? '';
  if (!follow.checked || !screen || state === followedState || screen.chart !== drawing.chart()) return;
  followedState = state;
  drawing.mark({ kind: 'state', id: state });
  details.state(screen.chart, state);
};

async function open(chart: string): Promise<void> {
  if (chart !== drawing.chart()) details.hint();
  await drawing.open(chart);
  tree.open(chart);
  drawFiles(chart);
  light(true);
}

const drawFiles = (chart: string): void => {
  const links = facts.formats.map((format) =>
    make(
      'a',
      {
        class: 'tool',
        href: `files/${format.name}/${chart}.${format.ending}`,
        download: '',
        title: `${chart} as ${format.name}`,
      },
      format.name,
    ),
  );
  find('files', HTMLElement).replaceChildren(...links);
};

/** Many events can happen in one task of the app; they are drawn together. */
let waiting = false;
const drawSoon = (): void => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const screen = live.onScreen();
    const isElsewhere = follow.checked && screen !== null && screen.chart !== drawing.chart();
    void (isElsewhere ? open(screen.chart) : Promise.resolve()).then(() => {
      light();
      followState();
    });
  });
};
new BroadcastChannel('ticket-store:inspect').addEventListener('message', ({ data }: MessageEvent<InspectionReport>) => {
  if (live.receive(data)) drawSoon();
});

const visit = createShop(facts);

find('in', HTMLButtonElement).addEventListener('click', () => pan.zoom(1.25));
find('out', HTMLButtonElement).addEventListener('click', () => pan.zoom(1 / 1.25));
find('fit', HTMLButtonElement).addEventListener('click', () => pan.showAll());
follow.addEventListener('change', drawSoon);
const menu = find('menu', HTMLButtonElement);
const toggleMenu = (isOpen: boolean): void => {
  document.body.classList.toggle('with-tree', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
};
menu.addEventListener('click', () => toggleMenu(!document.body.classList.contains('with-tree')));
addEventListener('keydown', ({ key }) => key === 'Escape' && toggleMenu(false));
/** A chart opened by hand stays open while the app goes on elsewhere. */
addEventListener('hashchange', () => {
  const chart = location.hash.slice(1);
  if (!facts.charts.some(({ graph }) => graph.id === chart)) return;
  follow.checked = chart === live.onScreen()?.chart;
  toggleMenu(false);
  void open(chart);
});
new ResizeObserver(() => pan.showAll()).observe(canvas);

details.hint();
const initialChart = location.hash.slice(1);
if (initialChart !== '') follow.checked = false;
await open(facts.charts.some(({ graph }) => graph.id === initialChart) ? initialChart : 'purchase');
visit();
