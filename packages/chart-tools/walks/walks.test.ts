import { machines } from 'ticket-store/machines/index.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { describe, expect, it } from 'vitest';
import { journeys } from '../explore/compose.ts';
import { tours } from '../explore/tours.ts';
import { walkBare } from './bare.ts';
import { nameWalks, selectWalks } from './selection.ts';

const walks = nameWalks(journeys(machines.app, plans, tours, { towards: ['app', 'receipt'] }));
const [receipt] = selectWalks(walks, { walk: 'receipt 1' });
if (!receipt) throw new Error('the receipt is walked');
const divergent = {
  ...receipt,
  name: 'receipt 99',
  journey: { ...receipt.journey, steps: receipt.journey.steps.map((step) => ({ ...step, state: 'elsewhere' })) },
};

describe('walks', () => {
  it('are selected by name or by chart; an unknown name is rejected', () => {
    expect(selectWalks(walks, { machine: 'receipt' }).map(({ name }) => name)).toContain('receipt 2');
    expect(() => selectWalks(walks, { walk: 'receipt 77' })).toThrow(
      /no walk receipt 77 of any chart\. There are walks of: app/,
    );
  });

  it('fail with the step, what was planned, what was seen, what is possible instead, and the command', async () => {
    await expect(walkBare(receipt)).resolves.toMatchObject({ ignored: [] });
    await expect(walkBare(divergent)).rejects.toThrow(
      /planned "elsewhere", the app is in "receipt"\n[\s\S]*Possible instead:\n {2}[\s\S]*page\.requested\.ticket \[hasToken\] → [\s\S]*Again: npm run tool -- chart walks --target charts --lang ja --walk "receipt 99"/,
    );
  });
});
