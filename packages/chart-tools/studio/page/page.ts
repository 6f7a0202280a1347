import type { Facts } from '../facts.ts';
import type { Now } from '../simulation/protocol.ts';
import { createAddress } from './address.ts';
import { createDetails } from './details.ts';
import { createDrawing } from './drawing.ts';
import { type Arrival, knownIn, noticesOf } from './known.ts';
import { chartIn, type Look, standardLook } from './look.ts';
import { createPan } from './pan.ts';
import { find, make } from './parts.ts';
import { createScreen } from './screen.ts';
import { createSearch } from './search.ts';
import { createTree } from './tree.ts';

const facts: Facts = await (await fetch('facts.json')).json();

const canvas = find('canvas', HTMLElement);
const standard = standardLook(facts.sites[0] ?? '');
const address = createAddress(standard, knownIn(facts));
const { look } = address;
const pan = createPan(canvas);
const tree = createTree(find('tree', HTMLElement), facts.charts);
const details = createDetails(find('details', HTMLElement), facts, {
  choose: (state) => choose({ kind: 'state', id: state }, true),
  go: (goal) => goTo(goal),
});
const drawing = createDrawing(canvas, pan, {
  choose: (chosen) => {
    choose(chosen);
    if (chosen.kind !== 'transition') return;
    pressed.push(chosen.id);
    pinned = drawing.chart();
    screen.press(chosen.id);
  },
  go: (goal) => goTo(goal),
  transitions: facts.charts.flatMap(({ graph }) => graph.transitions),
});

type Chosen = Parameters<typeof drawing.mark>[0];

function choose(chosen: Chosen, shows = false): void {
  drawing.mark(chosen);
  if (shows) drawing.show(chosen);
  details[chosen.kind](drawing.chart(), chosen.id);
}

/** Where the charts of the simulated screen are. */
let now: Now = { living: [], shown: '', possible: {}, taken: {} };
const onScreen = () => now.living.find(({ actor }) => actor === now.shown);
/** The chart that the user asked for stays open until the visitor moves on the screen; '' then. */
let pinned = '';
/** Transitions that were pressed on this page and not reported yet. */
const pressed: string[] = [];
let followedState = '';

/** Highlights where the shown chart is, and the actors from the app down to the current screen. */
const light = (scrolls = false): void => {
  const chart = drawing.chart();
  drawing.possible(Object.keys(now.possible));
  details.now(now);
  drawing.light(now.living.find((one) => one.chart === chart)?.states ?? [], scrolls);
  tree.light(now.living);
  const shown = onScreen();
  const place = shown ? `${shown.actor.split('/').join(' › ')} › ` : '';
  const state = shown?.states.at(-1)?.slice(shown.chart.length + 1) ?? '';
  find('path', HTMLElement).replaceChildren(place, make('b', {}, state));
};

async function open(chart: string): Promise<void> {
  if (chart !== drawing.chart()) details.hint();
  await drawing.open(chart);
  address.replace({ chart: drawing.chart() === chartIn(look().goal) ? '' : drawing.chart() });
  tree.open(chart);
  light();
}

/** Follows the screen to its chart and state, unless the user has chosen another chart. */
const follow = async (): Promise<void> => {
  const shown = onScreen();
  if (pinned === '' && shown && shown.chart !== drawing.chart()) await open(shown.chart);
  light(document.body.dataset.arrived !== undefined);
  const state = shown?.states.at(-1) ?? '';
  if (pinned !== '' || shown?.chart !== drawing.chart() || state === followedState) return;
  followedState = state;
  choose({ kind: 'state', id: state });
};

const screen = createScreen(facts, {
  place: (place) => go(place),
  report: (what) => {
    if (what.kind === 'now') {
      now = what;
      void follow();
    } else if (what.kind === 'did') {
      if (pressed.includes(what.arrow)) pressed.length = 0;
      else pinned = '';
      address.replace({ does: [...look().does, what.arrow] });
    } else if (what.kind === 'elsewhere') goTo(what.arrow);
    else if (what.kind === 'language') go({ lang: what.lang });
    else showArrival(what);
  },
});

/** Shows that the screen is ready, and how it differs from the address. */
function showArrival(arrival: Arrival): void {
  document.body.dataset.arrived = arrival.missing === '' ? look().goal : '';
  const notice = [...address.faults(), ...noticesOf(look().site, arrival)].join(' ');
  Object.assign(find('missing', HTMLElement), { hidden: notice === '', textContent: notice });
}

/** Looks elsewhere: the address changes, and the screen goes there. */
function go(part: Partial<Look>): void {
  address.push(part);
  show();
}

/** Goes to a state, or over a transition. */
function goTo(goal: string): void {
  go({ goal, does: [], chart: '' });
}

function show(): void {
  const { goal, chart } = look();
  delete document.body.dataset.arrived;
  pinned = chart || chartIn(goal);
  screen.open(look());
  if (pinned === '') return;
  void open(pinned).then(() => {
    if (chartIn(goal) === drawing.chart()) choose({ kind: goal.includes(' ') ? 'transition' : 'state', id: goal });
  });
}

find('in', HTMLButtonElement).addEventListener('click', () => pan.zoom(1.25));
find('out', HTMLButtonElement).addEventListener('click', () => pan.zoom(1 / 1.25));
find('fit', HTMLButtonElement).addEventListener('click', () => pan.showAll());
find('tree', HTMLElement).addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  const chart = link.hash.slice(1);
  // A chart opened by hand stays open while the screen goes on elsewhere.
  pinned = chart === onScreen()?.chart ? '' : chart;
  void open(chart);
});
addEventListener('popstate', () => {
  address.read();
  show();
});

createSearch(facts, ({ kind, goal }) => {
  if (kind !== 'event') return goTo(goal);
  const chart = chartIn(goal);
  pinned = chart;
  void open(chart).then(() => choose({ kind: 'transition', id: goal }, true));
});

details.hint();
const { goal, chart } = look();
await open(chart || chartIn(goal) || 'purchase');
address.replace({ chart });
show();
