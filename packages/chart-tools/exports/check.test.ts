import { machines } from 'ticket-store/machines/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkExports } from './check.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

describe('npm run tool -- chart exports', () => {
  it('prints a cell for each tool and chart, and how to repeat it', async () => {
    const machines = ['--machine', 'toast', '--machine', 'catalogue'];
    const tools = ['studio', 'stately', 'model'].flatMap((tool) => ['--only', tool]);
    expect(await checkExports([...tools, ...machines])).toBe(0);
    const text = printed.join('\n');
    expect(text).toMatch(
      /chart +studio +stately +model\ntoast +\d+\/\d+ +1000\/1000 +3\/3\ncatalogue +\d+\/\d+ +1000\/1000 +3\/3/,
    );
    expect(text).toContain('npm run tool -- chart exports --only <tool> --machine <chart>');
    expect(text).toMatch(/6 passed, 0 failed$/);
  });

  it('comes to every state of every chart by the path tools of XState', async () => {
    const failed = await checkExports(['--only', 'graph', '--only', 'model']);
    expect(printed.filter((line) => line.startsWith('RED'))).toEqual([]);
    expect(failed).toBe(0);
    expect(printed.at(-1)).toBe(`${2 * Object.keys(machines).length} passed, 0 failed`);
  });

  it.each([
    [['--only', 'grap'], 'There is no tool "grap". There are: states, walks, vitest, graph'],
    [['--machine', 'tost'], 'There is no such chart. There are: app, purchase'],
  ])('%j: fails with an explanation', async (args, message) => {
    await expect(checkExports(args)).rejects.toThrow(message);
  });

  it('explains its options', async () => {
    expect(await checkExports(['--help'])).toBe(0);
    expect(printed.join('\n')).toContain('XState 4 comes to the same states');
  });
});
