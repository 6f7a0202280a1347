import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inherited } from '#test/api/kit/process.ts';
import { linkPackages } from '#test/tools/link-packages.ts';
import { makeSite } from '#test/tools/new-site/make-site.ts';
import { root } from './source.ts';

/** The rules of the house state what a venue's own site in `src/sites` satisfies too. */
const copy = mkdtempSync(join(tmpdir(), 'house-'));
afterAll(() => rmSync(copy, { recursive: true }));

const left = ['node_modules', '.git', 'dist', 'data'];
/** Rules that look at sites. */
const rules = ['sites', 'settings', 'gallery', 'site-scripts'];

/** Runs rules in a copy of the repository with one more site, made by the command. Returns what they print. */
const runWith = (settings: object, some = rules): { isGreen: boolean; out: string } => {
  const { site } = makeSite({ code: 'hill', title: 'Hill Garden', folder: join(copy, 'src/sites'), today: new Date() });
  const file = join(site, 'site.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...settings }, null, 2));
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const files = some.map((rule) => `test/house/${rule}.test.ts`);
  const args = [vitest, 'run', '--reporter', 'verbose', '--project', 'house', '--project', 'house-isolated', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    env: { ...inherited, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  for (const path of [site, `${site}.catalogue.json`]) rmSync(path, { recursive: true });
  return { isGreen: status === 0, out: `${stdout}${stderr}` };
};

it('hold with a fifteenth site that has keys for production, and notice one that is wrong', () => {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !left.includes(relative(root, path)) && !basename(path).startsWith('.vite'),
  });
  linkPackages(root, copy);
  const production = { stripe: 'pk_live_of_the_hill', gmoShop: '9101234567890' };
  const { isGreen, out } = runWith({ paymentKeys: { production }, hosts: ['tickets.hill.example'] });
  expect(isGreen, out).toBe(true);
  expect(out).toContain('hill has a valid folder');
  expect(runWith({ methods: ['cash'] }, ['sites']).out).toContain('hill/site.json methods.0: a list of gmo');
});
