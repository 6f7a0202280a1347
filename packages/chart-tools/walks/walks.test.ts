import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machines } from 'ticket-store/machines/index.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { journeys } from '../explore/compose.ts';
import { tours } from '../explore/tours.ts';
import { walkBare } from './bare.ts';
import { readRecords, writeRecord } from './record.ts';
import { nameWalks, selectWalks } from './selection.ts';

const folder = mkdtempSync(join(tmpdir(), 'walks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const walks = nameWalks(journeys(machines.app, plans, tours, { towards: ['app', 'receipt'] }));
const [receipt] = selectWalks(walks, { walk: 'receipt 1' });
if (!receipt) throw new Error('the receipt is walked');
const divergent = {
  ...receipt,
  name: 'receipt 99',
  journey: { ...receipt.journey, steps: receipt.journey.steps.map((step) => ({ ...step, state: 'elsewhere' })) },
};

describe('recorded walks', () => {
  it('are selected by name or by chart; an unknown name is rejected', () => {
    expect(selectWalks(walks, { machine: 'receipt' }).map(({ name }) => name)).toContain('receipt 2');
    expect(() => selectWalks(walks, { walk: 'receipt 77' })).toThrow(
      /no walk receipt 77 of any chart\. There are walks of: app/,
    );
  });

  it('contain for each step what was planned and seen, and the command that repeats the walk', async () => {
    const { record } = await walkBare(receipt, folder);
    expect(record).toMatchObject({ target: 'charts', site: 'borderless', difference: null });
    expect(record.command).toBe('npm run tool -- chart walks --target charts --lang ja --walk "receipt 1"');
    expect(record.steps.map(({ seen, state }) => seen === state)).not.toContain(false);
    writeRecord(record, folder);
    expect(readRecords(folder)).toEqual([record]);
  });

  it('fail with the step, what was planned, what was seen, and what is possible instead', async () => {
    await expect(walkBare(divergent, folder)).rejects.toThrow(
      /planned "elsewhere", the app is in "receipt"\nPossible instead:\n {2}[\s\S]*page\.requested\.ticket \[hasToken\] → [\s\S]*Again: npm run tool -- chart walks .*"receipt 99"/,
    );
    const [, record] = readRecords(folder);
    // the question of the page that is left comes first
    expect(record?.difference).toMatchObject({ step: 2, planned: 'elsewhere', seen: 'receipt' });
  });
});
