import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { App } from '#src/app/app.tsx';
import { loadTexts } from '#src/mirrors/language.ts';
import { restoreApp } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { type SimulatedActors, simulateActors } from '#test/tools/explore/simulated.ts';
import { randomly, sampled } from '#test/tools/sample.ts';
import { hasArrived } from './page.ts';
import { catalogue } from './sample-shop.ts';
import { input, openCharts, stateSetups } from './shortcut.ts';

/** A stored purchase with any one value edited by hand is either discarded or shown completely. */

const shape = 'a-shape';
const key = snapshotKey('borderless');
/** Replacements for each value; `undefined` removes it. */
const wrongs = [undefined, null, 'x', {}];

const storedAt = (state: string): object => {
  const charts = openCharts();
  const end = mirrorStorage(charts.app, machines.app, input, shape);
  stateSetups[state]?.(charts);
  end();
  charts.app.stop();
  return JSON.parse(sessionStorage.getItem(key) ?? '{}');
};

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every position in a JSON value, as a path of keys. */
const fieldPaths = (value: unknown, above: readonly string[] = []): string[][] =>
  isBranch(value)
    ? Object.entries(value).flatMap(([name, inner]) => [[...above, name], ...fieldPaths(inner, [...above, name])])
    : [];

/** The positions that a state adds to the storage: beside a ticket's page the purchase is in its initial state. */
const ownPlaces = (state: string, whole: object): string[][] => {
  const [page = ''] = state.split('.');
  if (page === 'purchase') return fieldPaths(whole);
  return fieldPaths(whole).filter(([, part, child]) => part !== 'children' || child === undefined || child === page);
};

/** A copy with another value at one position. */
const edited = (value: unknown, [name, ...below]: readonly string[], put: unknown): unknown => {
  if (name === undefined) return put;
  // Another edit may have made a list shorter, or a list of something else.
  if (Array.isArray(value))
    return Number(name) < value.length ? value.with(Number(name), edited(value[Number(name)], below, put)) : value;
  return isBranch(value) ? { ...value, [name]: edited(value[name], below, put) } : value;
};

/** A screen is loaded after far fewer tasks. */
const mostTasks = 100_000;
const nextTask = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));

/** Renders a restored page and returns its faults. */
const faultOf = async (
  app: NonNullable<ReturnType<typeof restoreApp>>,
  simulated: SimulatedActors,
): Promise<string[]> => {
  try {
    if (simulated.waiting().includes('app/catalogue/openShop')) simulated.resolve('app/catalogue/openShop', catalogue);
    render(<App app={app} site={settingsOf('borderless')} />);
    for (let tasks = 0; !document.querySelector('h1') && tasks < mostTasks; tasks += 1) await nextTask();
    return hasArrived(app) ? [] : [`no ${onScreen(app).screen}: ${document.body.textContent.slice(0, 60)}`];
  } catch (error) {
    return [String(error)];
  } finally {
    cleanup();
    app.stop();
  }
};

beforeAll(() => loadTexts('en'));
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** Groups of eight states. */
const states = Object.keys(stateSetups);
const groups = states.flatMap((_, index) => (index % 8 === 0 ? [states.slice(index, index + 8)] : []));

/** Restores what is stored and returns the page's faults; none if it is discarded. */
const faultsAfter = async (stored: unknown): Promise<string[]> => {
  sessionStorage.setItem(key, JSON.stringify(stored));
  const { machine, simulated } = simulateActors(machines.app);
  const app = restoreApp(machine, { input }, shape, Date.now());
  if (app === null) return [];
  app.start();
  return faultOf(app, simulated);
};

describe('a stored purchase with one edited value', () => {
  it.each(sampled('edited purchases', groups))('at %s is discarded or shown completely', async (state) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const whole = storedAt(state);
    const faults: string[] = [];
    for (const place of ownPlaces(state, whole)) {
      for (const put of wrongs) {
        const found = await faultsAfter(edited(whole, place, put));
        faults.push(...found.map((why) => `${place.join('.')} = ${JSON.stringify(put)}: ${why}`));
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('a stored purchase with several edited values', () => {
  const value = fc.oneof(fc.constantFrom(...wrongs), fc.integer(), fc.boolean(), fc.string(), fc.constant([]));
  /** A position of the whole, and what is put there: a value, or what stands at another position. */
  const edit = fc.record({ at: fc.nat(), put: value, from: fc.option(fc.nat()) });
  const fuzz = fc.record({ state: fc.constantFrom(...states), edits: fc.array(edit, { minLength: 2, maxLength: 5 }) });

  const at = (of: unknown, [name, ...below]: readonly string[]): unknown =>
    name === undefined ? of : isBranch(of) ? at(of[name], below) : undefined;

  it('is discarded or shown completely, and children that are lost are no exception', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const faults: string[] = [];
    for (const { state, edits } of fc.sample(fuzz, randomly('edited snapshots', 500, 40))) {
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
