import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { runPaths } from './command.ts';
import { write } from './write.ts';

const Step = v.object({
  actor: v.string(),
  cause: v.picklist(['visitor', 'world', 'answer', 'failure', 'child']),
  event: v.string(),
  data: v.unknown(),
  guards: v.array(v.string()),
  takes: v.array(v.string()),
  state: v.string(),
  before: v.boolean(),
});
const Walks = v.array(v.object({ machine: v.string(), site: v.string(), steps: v.array(Step) }));

/** Old space, MB: a process that needs more ends. Resident memory also counts what a busy machine collects late. */
const heap = 150;

describe('npm run tool -- chart paths', () => {
  it(`lists for every chart what its walks take, within ${heap} MB`, async () => {
    const args = [`--max-old-space-size=${heap}`, 'packages/chart-tools/paths.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/hold +app\/purchase\/hold +\d+ +\d+ +\d+ +\d+ +\d+ +0/);
  });

  it('prints the way to a state with what each step needs, as JSON and as a table', async () => {
    const output = await runPaths(['--to', 'checkout.challenging', '--site', 'mori', '--format', 'json']);
    const walks = v.parse(Walks, JSON.parse(output));
    expect(walks).toMatchObject([{ machine: 'checkout', site: 'mori' }]);
    expect(walks[0]?.steps.at(-1)).toMatchObject({
      cause: 'answer',
      event: 'done(postCheckout)',
      state: 'challenging',
    });
    expect(write(walks, 'table')).toMatch(/checkout +answer +done\(postCheckout\) .*→ challenging/);
  });

  it.each([
    [['--to', 'chekout.paid'], /There is no chart "chekout"\. There are: app, purchase/],
    [['--from', 'order.choosing'], /need a --to/],
    [['--by', 'order.submit'], /needs a --machine/],
    [['--site', 'moria'], /There is no site "moria"/],
    [['--colour'], /--colour/],
    [['--to', 'hold'], /"hold" is a chart; name one of its states: hold\.entering, hold\.counting, .*hold\.lost/],
    [
      ['--to', 'hold.lost', '--from', 'order.choosing'],
      /--from and --to are states of one chart, not of order and hold/,
    ],
    [['--to', 'order.opening'], /order\.opening is left by the step that enters it: no walk can stop there/],
  ])('%j: fails with an explanation', async (args, message) => {
    await expect(runPaths(args)).rejects.toThrow(message);
  });

  it('writes a saved visit as a Playwright file, and says which of its transitions the charts do not take', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'visit-'));
    const visitOf = async (...arrows: readonly string[]): Promise<string> => {
      const steps = arrows.map((arrow, at) => ({ after: at * 500, event: arrow, arrows: [arrow] }));
      const file = join(folder, 'visit.json');
      writeFileSync(file, JSON.stringify({ format: 'ticket-store visit 1', site: 'mori', lang: 'kr', steps }));
      return runPaths(['--visit', file, '--format', 'playwright']);
    };
    const written = await visitOf(
      'app | page.requested.reservation-inquiry [0]',
      'inquiry.asking | inquiry.submit [0]',
    );
    expect(written).toContain("test('visit 1 (mori)', async ({ page }) => {");
    expect(written).toContain("await visitor.click('inquiry.submit');");
    expect(written.trim()).toMatch(/await visitor\.at\('reservation-inquiry\.finding'\);\n\}\);$/);
    await expect(visitOf('ticket.showing | ticket.forget [0]')).rejects.toThrow(
      "do not take 1 of the visit's transitions, at first: ticket.showing | ticket.forget [0]",
    );
    await expect(runPaths(['--visit', join(folder, 'none.json')])).rejects.toThrow('none.json');
    rmSync(folder, { recursive: true });
  });

  it('prints its options', async () => {
    expect(await runPaths(['--help'])).toContain('--cover transitions | pairs | states');
  });
});
