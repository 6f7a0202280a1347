import { afterEach, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { readItem } from '#src/device/session-storage.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { timespan } from './sample-shop.ts';
import { input, openCharts, stateSetups } from './shortcut.ts';

afterEach(() => sessionStorage.clear());

/** What is stored of a purchase at a state. */
const storedAt = (state: string): unknown => {
  const charts = openCharts();
  const end = mirrorStorage(charts.app, machines.app, input, 'a shape');
  stateSetups[state]?.(charts);
  end();
  charts.app.stop();
  return readItem(snapshotKey(input.site.code));
};

it('the saved order page has its specified names, beside the stored state', () => {
  expect(storedAt('purchase.order.choosing')).toMatchObject({ productOptions: [], snapshot: {} });
  expect(storedAt('purchase.sign-in.editing')).toMatchObject({
    productTimespanID: timespan.id,
    productOptions: [{ name: expect.any(String), price: expect.any(Number), count: expect.any(Number) }],
    snapshot: {},
  });
});
