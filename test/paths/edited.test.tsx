import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { App } from '#src/app/app.tsx';
import { loadTexts } from '#src/mirrors/language.ts';
import { restoreApp } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { type SimulatedActors, simulateActors } from '#test/tools/explore/simulated.ts';
import { sampled } from '#test/tools/sample.ts';
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
  if (Array.isArray(value)) return value.with(Number(name), edited(value[Number(name)], below, put));
  return isBranch(value) ? { ...value, [name]: edited(value[name], below, put) } : value;
};

const nextTask = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));

/** Renders a restored page and returns its faults. */
const faultOf = async (
  app: NonNullable<ReturnType<typeof restoreApp>>,
  simulated: SimulatedActors,
): Promise<string[]> => {
  try {
    if (simulated.waiting().includes('app/catalogue/openShop')) simulated.resolve('app/catalogue/openShop', catalogue);
    render(<App app={app} site={settingsOf('borderless')} />);
    for (const end = performance.now() + 5000; !document.querySelector('h1') && performance.now() < end; )
      await nextTask();
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

describe('a stored purchase with one edited value', () => {
  it.each(sampled('edited purchases', groups))(
    'at %s is discarded or shown completely',
    async (state) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const whole = storedAt(state);
      const faults: string[] = [];
      for (const place of ownPlaces(state, whole)) {
        for (const put of wrongs) {
          sessionStorage.setItem(key, JSON.stringify(edited(whole, place, put)));
          const { machine, simulated } = simulateActors(machines.app);
          const app = restoreApp(machine, { input }, shape, Date.now());
          if (app === null) continue;
          app.start();
          faults.push(
            ...(await faultOf(app, simulated)).map((why) => `${place.join('.')} = ${JSON.stringify(put)}: ${why}`),
          );
        }
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );
});
