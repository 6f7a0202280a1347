import { sampled } from 'ticket-store/test/tools/sample.ts';
import { expect, it } from 'vitest';
import { chaosOnDisk, chaosOnPostgres } from '../../chaos/databases.ts';
import { type Fault, faults } from '../../chaos/faults.ts';
import { type Figures, lineOf } from '../../chaos/run.ts';

/** Infrastructure faults by group; one of each is sampled. `npm run tool -- load chaos` runs all of them, or a single one. */
const groups: Fault[][] = [faults.slice(0, 4), faults.slice(4, 10), faults.slice(10)];
const drawn = sampled('infrastructure faults', groups);

/** A fault that this machine cannot inject is left out; in CI that is a failure. */
const expectAgreement = (figures: Figures | null, lacking: string) => {
  if (!figures) {
    console.log(`Not run: ${lacking}.`);
    expect(process.env.CI, lacking).toBeUndefined();
    return;
  }
  console.log(lineOf(figures));
  expect(figures.differences).toEqual([]);
  expect(figures.paid).toBeGreaterThan(0);
  expect(figures.unavailable).toBeGreaterThan(0);
};

it('PostgreSQL and its network fail, and the ledgers agree', async () => {
  const figures = await chaosOnPostgres(drawn, { seed: 11, atOnce: 8, isTimed: false });
  expectAgreement(figures, 'PostgreSQL is missing: apt-get install postgresql, as root');
});

it('the disk of the embedded database fills up, and the ledgers agree', async () => {
  const figures = await chaosOnDisk(process.env.FULL ? 3 : 1, { seed: 12, atOnce: 6, isTimed: false });
  expectAgreement(figures, 'a small file system could not be mounted: this needs root');
});
