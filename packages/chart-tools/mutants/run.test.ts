import { describe, expect, it } from 'vitest';
import { run } from './run.ts';

describe('npm run tool -- chart mutants', () => {
  it.each([
    [['--chart', 'tost'], 'There is no chart "tost". There are: app, purchase'],
    [['--chart', 'toast', '--only', 'nothing of it'], 'There is no such mutant.'],
    [['--chart', 'toast', '--part', '3/2'], '--part is a piece like 2/5, not "3/2".'],
    [['--sample', 'few'], '--sample is a whole number, not "few".'],
  ])('%j: fails with an explanation', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });
});
