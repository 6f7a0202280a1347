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

describe('npm run tool -- chart paths', () => {
  it('prints the way to a state with what each step needs, as JSON and as a table', async () => {
    const output = await runPaths(['--to', 'send.sent', '--site', 'mori', '--format', 'json']);
    const walks = v.parse(Walks, JSON.parse(output));
    expect(walks).toMatchObject([{ machine: 'send', site: 'mori' }]);
    expect(walks[0]?.steps.at(-1)).toMatchObject({
      cause: 'answer',
      event: 'done(handOver)',
      state: 'sent',
    });
    expect(write(walks, 'table')).toMatch(/send +answer +done\(handOver\) .*→ sent/);
  });

  it.each([
    [['--to', 'chekout.paid'], /There is no chart "chekout"\. There are: app, purchase/],
    [['--to', 'confirm'], /Did you mean purchase\.confirm, change-date\.confirm\?/],
    [['--site', 'moria'], /There is no site "moria"/],
    [['--colour'], /--colour/],
    [['--to', 'hold'], /"hold" is a chart; name one of its states: hold\.none, hold\.counting, .*hold\.adrift/],
  ])('%j: fails with an explanation', async (args, message) => {
    await expect(runPaths(args)).rejects.toThrow(message);
  });

  it('writes a test whose title is where it leads, with the names that an editor completes', async () => {
    const text = await runPaths(['--to', 'hold.warned', '--site', 'mori', '--format', 'playwright']);
    expect(text).toContain("test('hold.warned (mori)'");
    expect(text).toMatch(/type PageState =[^;]* 'purchase\.confirm'[^;]*;[\s\S]*type EventName =[^;]* 'hold\.extend'/);
  });

  it('prints its options', async () => {
    expect(await runPaths(['--help'])).toContain('--cover transitions | states');
  });
});
