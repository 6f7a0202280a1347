import { machines } from 'ticket-store/machines/index.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { expect, it } from 'vitest';
import { journeys } from '../explore/compose.ts';
import { tours } from '../explore/tours.ts';
import { walkBare } from './bare.ts';
import { nameWalks } from './named.ts';

it('a walk that fails names the step, the plan, the state, and what is possible instead', async () => {
  const walks = nameWalks(journeys(machines.app, plans, tours, { towards: ['app', 'receipt'] }));
  const receipt = walks.find(({ name }) => name === 'receipt 1');
  if (!receipt) throw new Error('the receipt is walked');
  await expect(walkBare(receipt)).resolves.toMatchObject({ ignored: [] });
  const steps = receipt.journey.steps.map((step) => ({ ...step, state: 'elsewhere' }));
  await expect(walkBare({ ...receipt, journey: { ...receipt.journey, steps } })).rejects.toThrow(
    /^receipt 1: [\s\S]*planned "elsewhere", the app is in "receipt"\n[\s\S]*Possible instead:\n {2}[\s\S]*page\.requested\.ticket \[hasToken\] → /,
  );
});
