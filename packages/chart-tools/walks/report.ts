import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machines } from 'ticket-store/machines/index.ts';
import { exclusions } from 'ticket-store/test/paths/exclusions.ts';
import { impossible } from 'ticket-store/test/paths/impossible.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { journeys } from '../explore/compose.ts';
import { type Figures, figuring } from '../explore/figures.ts';
import { createTally } from '../explore/tally.ts';
import { readRecords, type WalkRecord, walksFolder } from './record.ts';
import { sheet } from './sheet.ts';

/** The coverage of the charts by one target in one language. */
export type Sum = {
  readonly target: string;
  readonly lang: string;
  readonly walks: number;
  readonly failed: number;
  readonly seconds: number;
  readonly figures: readonly Figures[];
};

/** The coverage by target and language; `figuresOf` computes it (`figuring`). */
export const sumsOf = (records: readonly WalkRecord[], figuresOf: ReturnType<typeof figuring>): Sum[] =>
  [...Map.groupBy(records, ({ target, lang }) => `${target} ${lang}`).values()].map((some): Sum => {
    const tally = createTally();
    for (const { coverage } of some) tally.add(coverage);
    return {
      target: some[0]?.target ?? '',
      lang: some[0]?.lang ?? '',
      walks: some.length,
      failed: some.filter(({ difference }) => difference !== null).length,
      seconds: some.reduce((sum, { seconds }) => sum + seconds, 0),
      // Only the charts with walks in this run.
      figures: figuresOf(tally.results()).filter(({ machine }) => some.some((record) => record.machine === machine)),
    };
  });

/** Writes `index.html` of a folder's records; returns a line for the console. */
export const makeReport = (folder = walksFolder): string => {
  if (!existsSync(folder)) return 'No walks were recorded.';
  const records = readRecords(folder);
  const models = journeys(machines.app, plans, () => []).map(({ model }) => model);
  const file = join(folder, 'index.html');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, sheet(records, sumsOf(records, figuring(models, exclusions, impossible))));
  const failed = records.filter(({ difference }) => difference !== null).length;
  return `${records.length} walks, ${failed} otherwise than planned. Open ${file}`;
};
