import { act, cleanup, render } from '@testing-library/react';
import { actorAt, type SimulatedActors, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { SnapshotSchema } from '#machines/snapshot.ts';
import { App } from '#src/app/app.tsx';
import { fetchScreen } from '#src/app/screens.ts';
import { Failure } from '#src/domain/failures.ts';
import { loadTexts } from '#src/mirrors/language.ts';
import { restoreApp } from '#src/mirrors/storage/restore.ts';
import { snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { randomly } from '#test/tools/sample.ts';
import { hasArrived } from './page.ts';
import { catalogue } from './sample-shop.ts';
import { type Charts, input, stateSetups, storeAt } from './shortcut.ts';

/**
 * A stored purchase that was edited by hand is either discarded or shown completely; one with a missing or wrong field of a chart's
 * context is discarded.
 */

const key = snapshotKey(input.site.code);
type Path = readonly string[];
type Json = Readonly<Record<string, unknown>>;
const isBranch = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const open = (screen: 'reservation-inquiry' | 'mail-release' | 'signage') => (charts: Charts) =>
  charts.app.send(pageRequested(screen, { token: 'magazine-1' }));
/** States in which every chart that is stored runs once. */
const setups: typeof stateSetups = {
  ...stateSetups,
  'purchase.order.queueing': ({ app, choose, simulated }) => {
    choose();
    actorAt(app, ['app', 'purchase', 'order'])?.send({ type: 'order.submit' });
    simulated.reject('placeOrder', new Failure({ code: 'queue_required', unknown: false }));
  },
  'reservation-inquiry': open('reservation-inquiry'),
  'mail-release': open('mail-release'),
  signage: open('signage'),
};

const storedAt = (state: string): Json => {
  storeAt(state, { setups });
  return JSON.parse(sessionStorage.getItem(key) ?? '{}');
};

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (isBranch(inner) ? inner[name] : undefined), value);

/** A copy with another value at one position; `undefined` removes it. */
const edited = (value: unknown, [name, ...below]: Path, put: unknown): unknown => {
  if (name === undefined) return put;
  // Another edit may have made a list shorter, or a list of something else.
  if (Array.isArray(value))
    return Number(name) < value.length ? value.with(Number(name), edited(value[Number(name)], below, put)) : value;
  return isBranch(value) ? { ...value, [name]: edited(value[name], below, put) } : value;
};

/** Every position in a JSON value, as a path of keys. */
const fieldPaths = (value: unknown, above: Path = []): Path[] =>
  isBranch(value)
    ? Object.entries(value).flatMap(([name, inner]) => [[...above, name], ...fieldPaths(inner, [...above, name])])
    : [];

const restore = (stored: unknown) => {
  sessionStorage.setItem(key, JSON.stringify(stored));
  const { machine, simulated } = simulateActors(machines.app);
  return { app: restoreApp(machine, { input }, 'a-shape', Date.now()), simulated };
};

/** A screen is shown after far fewer tasks once all code that it asks for is loaded, which takes as long as it takes. */
const maxTasks = 1_000;
const nextTask = () => act(() => vi.dynamicImportSettled());

/** Renders a restored page and returns its faults. */
const faultOf = async (
  app: NonNullable<ReturnType<typeof restoreApp>>,
  simulated: SimulatedActors,
): Promise<string[]> => {
  try {
    app.start();
    if (simulated.waiting().includes('app/catalogue/openShop')) simulated.resolve('app/catalogue/openShop', catalogue);
    await fetchScreen(onScreen(app).screen);
    render(<App app={app} site={settingsOf('borderless')} />);
    for (let tasks = 0; !document.querySelector('h1') && tasks < maxTasks; tasks += 1) await nextTask();
    return hasArrived(app) ? [] : [`no ${onScreen(app).screen}: ${document.body.textContent.slice(0, 60)}`];
  } catch (error) {
    return [String(error)];
  } finally {
    cleanup();
    app.stop();
  }
};

/** Restores what is stored and returns the page's faults; none if it is discarded. */
const faultsAfter = async (stored: unknown): Promise<string[]> => {
  const { app, simulated } = restore(stored);
  return app === null ? [] : faultOf(app, simulated);
};

beforeAll(() => loadTexts('en'));
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const states = Object.keys(stateSetups);
/** Replacements for each value; `undefined` removes it. */
const wrongs = [undefined, null, 'x', {}];

describe('a stored purchase', () => {
  it.each(states)('at %s is shown as it was', async (state) => {
    const { app, simulated } = restore(storedAt(state));
    expect(app && (await faultOf(app, simulated))).toEqual([]);
  });

  const value = fc.oneof(fc.constantFrom(...wrongs), fc.integer(), fc.boolean(), fc.string(), fc.constant([]));
  /** A position of the whole, and what is put there: a value, or what stands at another position. */
  const edit = fc.record({ at: fc.nat(), put: value, from: fc.option(fc.nat()) });
  const fuzz = fc.record({ state: fc.constantFrom(...states), edits: fc.array(edit, { minLength: 1, maxLength: 5 }) });

  it('with edited values, also with lost children, is discarded or shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const faults: string[] = [];
    for (const { state, edits } of fc.sample(fuzz, randomly('edited snapshots', 500, 20))) {
      const whole = storedAt(state);
      const places = fieldPaths(whole);
      const placeOf = (index: number) => places[index % places.length] ?? [];
      const stored = edits.reduce<unknown>(
        (now, { at: index, put, from }) => edited(now, placeOf(index), from === null ? put : at(whole, placeOf(from))),
        whole,
      );
      const found = await faultsAfter(stored);
      faults.push(...found.map((why) => `${state}, ${JSON.stringify(edits)}: ${why}`));
    }
    expect(faults).toEqual([]);
  });
});

/** Where the contexts of the charts are in a snapshot; actors that are no charts have none. */
const contextsIn = (snapshot: unknown, path: Path = []): Path[] => {
  if (!isBranch(snapshot)) return [];
  const below = isBranch(snapshot.children) ? Object.entries(snapshot.children) : [];
  return [
    ...(isBranch(snapshot.context) ? [[...path, 'context']] : []),
    ...below.flatMap(([id, child]) =>
      id === 'catalogue' || !isBranch(child) ? [] : contextsIn(child.snapshot, [...path, 'children', id, 'snapshot']),
    ),
  ];
};

/** Charts whose pages are read again from their address, or whose content is stored apart. */
const notStored = ['catalogue', 'ticket', 'receipt', 'share'];
/** The path of a chart's context, below `app`. */
const contextOf = (...charts: Path) => [...charts.flatMap((id) => ['children', id, 'snapshot']), 'context'];

describe('the fields of a stored snapshot', () => {
  it.each(Object.keys(setups))('at %s are restored as they are, and none may be missing or wrong', (state) => {
    const whole = storedAt(state);
    const { snapshot } = whole;
    const { app } = restore(whole);
    app?.stop();
    expect(app).not.toBeNull();
    expect(v.parse(SnapshotSchema, snapshot), 'nothing is lost').toEqual(snapshot);
    const places = contextsIn(snapshot).flatMap((context) =>
      Object.keys(at(snapshot, context) ?? {}).map((field) => [...context, field]),
    );
    expect(places.length).toBeGreaterThan(0);
    const accepted = places.flatMap((place) =>
      [undefined, [0]]
        .filter((put) => v.safeParse(SnapshotSchema, edited(snapshot, place, put)).success)
        .map((put) => `${place.join('.')} = ${JSON.stringify(put)}`),
    );
    expect(accepted).toEqual([]);
  });

  it('of an event that a dialog sends are all kept', () => {
    const okAction = { to: 'toast', event: { type: 'toast.show', toast: { text: 'Done' } } };
    const [title, text, okButton] = [{ text: 'A' }, { text: 'B' }, { textKey: 'common_ok', values: { code: 'c' } }];
    const queue = [{ number: 301, title, text, okButton, okAction, onClose: okAction }];
    const path = [...contextOf('dialog'), 'queue'];
    expect(at(v.parse(SnapshotSchema, edited(storedAt('signage').snapshot, path, queue)), path)).toEqual(queue);
  });

  it('cover all charts that are stored', () => {
    const seen = new Set(
      Object.keys(setups).flatMap((state) => contextsIn(storedAt(state).snapshot).map((path) => path.at(-3) ?? 'app')),
    );
    const names = [...seen].map((id) => (id === 'changedate' ? 'change-date' : id)).sort();
    expect(names).toEqual(
      Object.keys(machines)
        .filter((id) => !notStored.includes(id))
        .sort(),
    );
  });

  it.each<[what: string, state: string, path: Path, put: unknown]>([
    ['the place of the mail', 'purchase.sign-in.editing', [...contextOf('purchase'), 'sentTo'], 7],
    ['the order of a payment', 'purchase.payment.choosing', [...contextOf('purchase', 'payment'), 'order'], null],
    ['the method on the last page', 'purchase.confirm', [...contextOf('purchase'), 'method'], null],
    ['the payment on the last page', 'purchase.confirm', [...contextOf('purchase'), 'payment'], null],
    ['what was typed', 'reservation-inquiry', [...contextOf('inquiry'), 'typed'], { email: 1 }],
  ])('of the wrong kind, %s, start again', (_, state, path, put) => {
    expect(restore(edited(storedAt(state), ['snapshot', ...path], put)).app).toBeNull();
  });
});
