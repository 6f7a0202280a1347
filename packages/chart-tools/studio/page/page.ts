import type { InspectionReport } from 'ticket-store/src/mirrors/inspect/inspector.ts';
import type { Facts } from '../facts.ts';
import { createAddress } from './address.ts';
import { createDetails } from './details.ts';
import { createDrawing } from './drawing.ts';
import { createEvents } from './events.ts';
import { drawFiles } from './files.ts';
import { type Arrival, knownIn, noticesOf } from './known.ts';
import { createLive } from './live.ts';
import { chartIn, type Look, standardLook } from './look.ts';
import { createMenu } from './menu.ts';
import { createPan } from './pan.ts';
import { find, make } from './parts.ts';
import { createScreen } from './screen.ts';
import { createSearch } from './search.ts';
import { createTree } from './tree.ts';
import { createViews } from './views.ts';
import { createVisits } from './visits.ts';
import { wayThrough } from './way-through.ts';

const facts: Facts = await (await fetch('facts.json')).json();

const canvas = find('canvas', HTMLElement);
const follow = find('follow', HTMLInputElement);
const standard = standardLook(facts.sites[0] ?? '');
const address = createAddress(standard, knownIn(facts));
const { look } = address;
const pan = createPan(canvas, address.notePart);
const live = createLive(facts);
const tree = createTree(find('tree', HTMLElement), facts.charts);
const transitionsOf = (chart: string) => facts.charts.find(({ graph }) => graph.id === chart)?.graph.transitions ?? [];
const all = facts.charts.flatMap(({ graph }) => graph.transitions);
const targetsOf = (id: string): readonly string[] => all.find((one) => one.id === id)?.targets ?? [];
const details = createDetails(find('details', HTMLElement), facts, find('large', HTMLDialogElement), {
  choose: (state) => choose({ kind: 'state', id: state }, true),
  go: (goal) => goTo(goal),
});
const drawing = createDrawing(canvas, pan, {
  choose: (chosen) => {
    choose(chosen);
    if (chosen.kind !== 'transition' || !screen.isSimulated()) return;
    pressed.push(chosen.id);
    pinned = drawing.chart();
    screen.press(chosen.id);
  },
  go: (goal) => goTo(goal),
  targetsOf,
});
const events = createEvents(
  find('events', HTMLElement).querySelector('ol') ?? make('ol'),
  targetsOf,
  ({ chart, arrows }) => {
    const id = arrows.at(-1);
    pinned = chart;
    void open(chart).then(() => id !== undefined && choose({ kind: 'transition', id }, true));
  },
);

type Chosen = Parameters<typeof drawing.mark>[0];

function choose(chosen: Chosen, shows = false): void {
  drawing.mark(chosen);
  if (shows) drawing.show(chosen);
  details[chosen.kind](drawing.chart(), chosen.id);
}

/** Highlights the shown chart, and shows the actors from the app down to the current screen. */
const light = (rushed = false): void => {
  const chart = drawing.chart();
  drawing.light({
    living: live.living().find((one) => one.chart === chart),
    taken: wayThrough(transitionsOf(chart), live.happened()),
    rushed,
  });
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
let possible: readonly string[] = [];
/** The chart that the user asked for stays open until the visitor moves on the screen; '' then. */
let pinned = '';
/** Transitions that were pressed on this page and not reported yet. */
const pressed: string[] = [];
const followState = (): void => {
  const screen = live.onScreen();
  const state = screen?.states.at(-1) ?? '';
  if (!follow.checked || pinned !== '' || !screen || state === followedState || screen.chart !== drawing.chart())
    return;
  followedState = state;
  drawing.mark({ kind: 'state', id: state });
  details.state(screen.chart, state);
};

async function open(chart: string): Promise<void> {
  if (chart !== drawing.chart()) details.hint();
  await drawing.open(chart);
  address.note({ chart: drawing.chart() === chartIn(look().goal) ? '' : drawing.chart() });
  tree.open(chart);
  drawFiles(facts, chart);
  drawing.possible(possible);
  light(true);
}

/** Many events can happen in one task of the app; they are drawn together. */
let waiting = false;
const drawSoon = (): void => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const onScreen = live.onScreen();
    const isElsewhere = follow.checked && pinned === '' && onScreen !== null && onScreen.chart !== drawing.chart();
    void (isElsewhere ? open(onScreen.chart) : Promise.resolve()).then(() => {
      // The part of the chart that the address names stays in place.
      light(document.body.dataset.arrived === undefined && look().part !== '');
      followState();
    });
  });
};
new BroadcastChannel('ticket-store:inspect').addEventListener('message', ({ data }: MessageEvent<InspectionReport>) => {
  if (live.receive(data)) drawSoon();
});

const views = createViews(facts, {
  chart: () => drawing.chart(),
  look,
  goTo,
  note: address.note,
});

const screen = createScreen(facts, {
  place: (place) => go(place),
  report: (what) => {
    if (what.kind === 'possible') {
      possible = what.arrows;
      drawing.possible(possible);
    } else if (what.kind === 'did') {
      if (pressed.includes(what.arrow)) pressed.length = 0;
      else pinned = '';
      address.note({ does: [...look().does, what.arrow] });
    } else if (what.kind === 'elsewhere') goTo(what.arrow);
    else if (what.kind === 'language') go({ lang: what.lang });
    else if (what.kind === 'replayed') replayed?.(!what.isLost);
    else if (what.kind === 'stands') stand(what);
  },
});

let onArrival: (() => void) | undefined;
let replayed: ((isTaken: boolean) => void) | undefined;
createVisits(facts, {
  live,
  look,
  open: (place) => {
    screen.simulate();
    const { promise, resolve } = Promise.withResolvers<void>();
    onArrival = resolve;
    go({ ...place, view: 'chart', chart: '', part: '' });
    return promise;
  },
  replay: (arrow) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    replayed = resolve;
    screen.replay(arrow);
    return promise;
  },
  arrived: (does) => address.note({ does }),
});

/** Shows that the screen stands, and what the address says that it does not show. */
function stand(arrival: Arrival): void {
  document.body.dataset.arrived = arrival.missing === '' ? look().goal : '';
  onArrival?.();
  onArrival = undefined;
  const notice = [...address.faults(), ...noticesOf(look().site, arrival)].join(' ');
  Object.assign(find('missing', HTMLElement), { hidden: notice === '', textContent: notice });
}

/** Looks elsewhere: the address changes, and the screen goes there. */
function go(part: Partial<Look>): void {
  address.go(part);
  show();
}

/** Goes to a state, or over a transition. */
function goTo(goal: string): void {
  go({ goal, does: [], chart: '', part: chartIn(goal) === drawing.chart() ? look().part : '' });
}

function show(): void {
  const { goal, view, chart, part } = look();
  views.open(view);
  delete document.body.dataset.arrived;
  canvas.classList.toggle('simulated', screen.isSimulated());
  pinned = screen.isSimulated() ? chart || (goal === standard.goal ? '' : chartIn(goal)) : '';
  screen.open(look());
  if (pinned === '') return;
  void open(pinned).then(() => {
    pan.showPart(part);
    if (chartIn(goal) === drawing.chart()) choose({ kind: goal.includes(' ') ? 'transition' : 'state', id: goal });
  });
}

find('in', HTMLButtonElement).addEventListener('click', () => pan.zoom(1.25));
find('out', HTMLButtonElement).addEventListener('click', () => pan.zoom(1 / 1.25));
find('fit', HTMLButtonElement).addEventListener('click', () => pan.showAll());
follow.addEventListener('change', () => {
  pinned = '';
  drawSoon();
});
const toggleMenu = createMenu();
/** A chart opened by hand stays open while the app goes on elsewhere. */
const openByHand = (chart: string): void => {
  pinned = chart === live.onScreen()?.chart ? '' : chart;
  toggleMenu(false);
  void open(chart).then(() => views.refresh());
};
find('tree', HTMLElement).addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  openByHand(link.hash.slice(1));
});
addEventListener('popstate', () => {
  address.read();
  show();
});
new ResizeObserver(() => pan.resize()).observe(canvas);

createSearch(facts, ({ kind, goal }) => {
  views.open('chart');
  if (kind !== 'event') return goTo(goal);
  const chart = chartIn(goal);
  pinned = chart;
  void open(chart).then(() => choose({ kind: 'transition', id: goal }, true));
});

details.hint();
const { goal, chart, part } = look();
await open(chart || (goal === standard.goal ? 'purchase' : chartIn(goal)));
address.note({ chart, part });
show();
