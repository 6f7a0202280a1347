import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { chartOf } from '../exports/json.ts';
import { runDiff } from './command.ts';
import { compare } from './compare.ts';
import { formatDifferences } from './format.ts';
import { pictureOf } from './picture.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const labels = { added: 'added', removed: 'removed', changed: 'changed' };
const guards = { isFull: () => true, isKnown: () => true, isOld: () => true };
const before = setup({ guards }).createMachine({
  id: 'door',
  description: 'A door.',
  initial: 'shut',
  states: {
    shut: {
      description: 'It is shut.',
      on: {
        open: [{ guard: 'isFull', target: 'shut' }, { guard: 'isKnown', target: 'ajar' }, { target: 'locked' }],
        knock: 'ajar',
      },
    },
    ajar: { on: { shut: { guard: 'isOld', target: 'shut' } } },
    locked: {},
  },
});
const after = setup({ guards }).createMachine({
  id: 'door',
  description: 'A door.',
  initial: 'shut',
  states: {
    shut: {
      description: 'It is closed.',
      on: { open: [{ guard: 'isKnown', target: 'ajar' }, { guard: 'isFull', target: 'shut' }, { target: 'bolted' }] },
    },
    ajar: { on: { shut: { target: 'shut' } } },
    bolted: { tags: 'settled' },
  },
});
const two = [before, after].map(chartOf);
const [was, is] = two;
const differences = compare(two.slice(0, 1), two.slice(1));

describe('the difference between two revisions of a chart', () => {
  it('lists states, transitions, guards, descriptions, and which branch is evaluated first', () => {
    expect(
      formatDifferences(
        [{ difference: differences[0] ?? { chart: '', kind: 'added', changes: [] }, picture: null }],
        labels,
        'text',
      ),
    ).toBe(`\
door: 1 added, 3 removed, 5 changed
  ~ state       shut
                  description: It is shut. → It is closed.
  + state       bolted (settled)
  - state       locked
  ~ transition  shut | open [isFull] → shut
                  place: 1 → 2
  ~ transition  shut | open [isKnown] → ajar
                  place: 2 → 1
  ~ transition  shut | open → bolted
                  leads to: locked → bolted
  ~ transition  ajar | shut → shut
                  guard: isOld → (nothing)
  - transition  shut | knock → ajar
  - guard       isOld`);
  });

  it('is empty between equal charts, and everything when a chart is added or removed', () => {
    expect(compare(two.slice(0, 1), two.slice(0, 1))).toEqual([]);
    expect(compare([], two.slice(0, 1))).toMatchObject([{ chart: 'door', kind: 'added', changes: { length: 12 } }]);
    expect(compare(two.slice(0, 1), [])).toMatchObject([{ chart: 'door', kind: 'removed' }]);
  });

  it('is drawn with a sign each for what was added, removed and changed', async () => {
    const [difference] = differences;
    const drawing = difference && (await pictureOf(was, is, difference));
    expect(drawing).toMatch(/^<svg /);
    expect(XMLValidator.validate(drawing ?? '')).toBe(true);
    expect(drawing).toMatch(/data-state="door\.bolted" data-mark="added"[\s\S]*?＋ bolted/u);
    expect(drawing).toMatch(/data-state="door\.locked" data-mark="removed"[\s\S]*?－ locked/u);
    expect(drawing).toMatch(/data-state="door\.shut" data-mark="changed"[\s\S]*?≠ shut/u);
    expect(drawing).toMatch(/data-transition="door\.shut \| knock \[0\] before" data-mark="removed"/);
  });
});

describe('npm run tool -- chart diff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diff-test-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
    });
  const chart = (event: string) => `import { createMachine } from 'xstate';
export const machines = { bell: createMachine({ id: 'bell', initial: 'quiet', states: { quiet: { on: { '${event}': 'loud' } }, loud: {} } }) };
`;
  const diff = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'packages/chart-tools/diff.ts'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout + stderr;
  };

  beforeAll(() => {
    git('init', '--quiet');
    mkdirSync(join(folder, 'machines'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, '.gitignore'), 'node_modules\nreports\n');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const event of ['ring', 'bell.ring']) {
      writeFileSync(join(folder, 'machines/index.ts'), chart(event));
      git('add', '.');
      git('commit', '--quiet', '-m', event);
    }
    writeFileSync(join(folder, 'machines/index.ts'), chart('bell.press'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compares the current files with the last commit, as markdown with a picture', () => {
    const output = diff('--format', 'markdown');
    expect(output).toContain('- **added** transition quiet \\| bell.press → loud');
    expect(output).toContain('- **removed** transition quiet \\| bell.ring → loud');
    expect(output).toContain('![bell](reports/diff/bell.svg)');
    expect(readFileSync(join(folder, 'reports/diff/bell.svg'), 'utf8')).toContain('data-mark="removed"');
    expect(git('status', '--porcelain').toString()).toBe(' M machines/index.ts\n');
  });

  it('compares two revisions, also as JSON, and reports that nothing differs', () => {
    expect(diff('--from', 'HEAD~1', '--to', 'HEAD')).toMatch(
      /\+ transition +quiet \| bell\.ring → loud\n +- transition +quiet \| ring/,
    );
    expect(JSON.parse(diff('--from', 'HEAD~1', '--format', 'json'))).toMatchObject([
      { chart: 'bell', kind: 'changed', changes: { length: 2 } },
    ]);
    expect(diff('--from', 'HEAD', '--to', 'HEAD')).toBe('No chart differs.\n');
    expect(existsSync(join(folder, 'reports/diff'))).toBe(false);
  });

  it.each([
    [['--from', 'yesterday'], 'There is no revision "yesterday"'],
    [['--format', 'pdf'], 'There is no format "pdf"'],
    [['--site', 'mori'], '--site needs two sites'],
    [['--site', 'mori', 'moria'], 'There is no site "moria"'],
    [['--from', 'HEAD', '--site', 'mori', 'borderless'], 'Either two sites or two revisions'],
    [['mori'], 'What is "mori"?'],
  ])('%j: fails with an explanation', async (args, message) => {
    await expect(runDiff(args, folder)).rejects.toThrow(message);
  });

  it('never reads a revision as an option of git', async () => {
    const file = join(folder, 'written');
    await expect(runDiff([`--from=--output=${file}`], folder)).rejects.toThrow('There is no revision');
    expect(existsSync(file)).toBe(false);
  });

  it('prints its options, and names the option that prints them', async () => {
    expect(await runDiff(['--help'], folder)).toContain('--site borderless mori');
    expect(diff('--machine', 'gong')).toBe(
      'There is no chart "gong". There are: bell.\n\n`npm run tool -- chart diff --help` prints the options.\n',
    );
  });

  it('fails when there is no repository', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'diff-bare-'));
    await expect(runDiff([], bare)).rejects.toThrow(/not a git repository/);
    rmSync(bare, { recursive: true });
  });

  it('lists what only one of two sites can reach: at mori a mail is confirmed, at borderless an address is corrected', async () => {
    const output = await runDiff(['--site', 'borderless', 'mori', '--folder', 'reports/diff-test'], root);
    const made = join(root, 'reports/diff-test');
    expect(readFileSync(join(made, 'purchase.svg'), 'utf8')).toMatch(
      /data-state="purchase\.sign-in\.mailing" data-mark="added"/,
    );
    rmSync(made, { recursive: true });
    expect(output).toMatch(/^purchase: \d+ only at mori, 1 only at borderless$/m);
    expect(output).toMatch(
      /\+ transition +sign-in\.editing \| customer\.submit \[needsMailConfirm\] → sign-in\.mailing/,
    );
    expect(output).toMatch(/\+ state +sended-mail\.waiting/);
    const mori = output.slice(output.search(/^purchase:/m), output.search(/^correction:/m));
    // a wallet does not fill in the form where a mail confirms the address
    expect(mori.match(/^ +- .*$/gm)).toEqual([expect.stringContaining('sign-in.editing | sheet.ended')]);
    expect(output).toMatch(/^correction: \d+ only at borderless$/m);
    expect(output).toMatch(/- transition +editing \| email\.submit → sending/);
  });
});
