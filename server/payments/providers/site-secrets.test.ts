import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { methodFindings } from '#server/operators/preflight/sites.ts';
import { findingLines } from '#server/shared/finding.ts';
import { memoryOwners } from '#server/shared/sites/folders.fixture.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { createGmoClient } from './gmo/client.ts';
import { configuredProviders } from './options.ts';
import { openFolder } from './secrets-folder.fixture.ts';

const newFolder = () => openFolder((environment) => readSettings(environment).env);
let folder: ReturnType<typeof newFolder>;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => folder.close());

const write: ReturnType<typeof newFolder>['write'] = (...file) => folder.write(...file);
const shop = (id: string) => JSON.stringify({ gmo: { id, pass: 'sesame' }, recaptcha: '0123456789abcdefgh' });
const open = (environment: Record<string, string> = {}) => {
  const secrets = folder.open(environment);
  const store = memoryOwners();
  return { ...secrets, refresh: () => secrets.refresh(store) };
};

it("a site's own contracts stand beside the shared ones, and a change reaches the provider's client", async () => {
  write('mori', shop('tshop00000002'));
  const shared = { default: { id: 'tshop00000001', pass: 'one' }, mori: { id: 'tshop00000009', pass: 'nine' } };
  const { env, refresh } = open({ GMO_SHOPS: JSON.stringify(shared) });
  expect(env.GMO_SHOPS).toEqual({ ...shared, mori: { id: 'tshop00000002', pass: 'sesame' } });
  expect(env.RECAPTCHA_SECRET).toEqual({ mori: '0123456789abcdefgh' });
  const client = createGmoClient({ baseUrl: '', shops: env.GMO_SHOPS ?? {}, timeout: 1, log: () => undefined });
  const uses = (id: string) => client.isFor(id, { data: null }, 'mori');
  expect([uses('tshop00000002'), uses('tshop00000003')]).toEqual([true, false]);
  write('mori', shop('tshop00000003'));
  await refresh();
  expect([uses('tshop00000002'), uses('tshop00000003')]).toEqual([false, true]);
  folder.remove('mori');
  await refresh();
  expect([uses('tshop00000003'), uses('tshop00000009')]).toEqual([false, true]);
});

it.each([
  ['is readable by others', shop('tshop00000003'), 0o644, 'mode 644: only its owner may read it (chmod 600)'],
  ['is half written', '{"gmo": {"id": "tsh', 0o600, 'JSON is needed'],
  ['has a field of another name', '{"paypal": "sk_live_sesame"}', 0o600, 'paypal: an object with stripe {account, '],
  [
    'has a contract twice',
    `{\n"gmo": {"id": "tshop00000003", "pass": "sesame"},\n"gmo": {"id": "tshop00000004", "pass": "sesame"}\n}`,
    0o600,
    'gmo: stands twice, on lines 2 and 3',
  ],
  [
    'has a key twice',
    '{"gmo": {"id": "tshop00000003", "pass": "sesame", "pass": "x"}}',
    0o600,
    'gmo.pass: stands twice',
  ],
  ['is a list', '[]', 0o600, 'file: an object with stripe {account, '],
  ['has a key alone', '{"stripe": "sk_live_sesame"}', 0o600, 'stripe: an account of Stripe, {"account": "acct_…", '],
])('a file that %s keeps what it had, and is named without its content', async (_what, content, mode, problem) => {
  write('mori', shop('tshop00000002'));
  const secrets = open();
  write('mori', content, mode);
  await secrets.refresh();
  await secrets.refresh();
  expect(secrets.env.GMO_SHOPS?.mori?.id).toBe('tshop00000002');
  expect(secrets.logged).toEqual([expect.stringContaining(`error secrets_unreadable mori ${problem}`)]);
  expect(findingLines(secrets.findings())).toContain('  SECRETS_DIR (mori): ');
  expect(secrets.logged.join() + findingLines(secrets.findings())).not.toContain('sesame');
});

it('a file with the mark of a text editor is read; one whose name is no site code, or a folder, is named', () => {
  write('mori', `\uFEFF${shop('tshop00000002')}`);
  write('Artizon', shop('tshop00000003'));
  mkdirSync(join(folder.folder, 'hall.json'));
  const secrets = open();
  expect(secrets.env.GMO_SHOPS?.mori?.id).toBe('tshop00000002');
  expect(secrets.logged.sort()).toEqual([
    expect.stringMatching(/^error secrets_unreadable Artizon the file’s name is no site code: small letters, /),
    'error secrets_unreadable hall not a file',
  ]);
});

it("a site's own account of Stripe stands beside that of the settings, also one that comes later", async () => {
  const secrets = open({ STRIPE_SECRET_KEY: 'sk_live_shared', STRIPE_WEBHOOK_SECRET: 'whsec_shared' });
  const stripe = { account: 'acct_mori', secretKey: 'sk_live_mori', webhookSecret: 'whsec_mori' };
  const shared = { account: 'default', secretKey: 'sk_live_shared', webhookSecret: 'whsec_shared' };
  expect(secrets.env.stripeAccounts).toEqual({ default: shared });
  write('mori', JSON.stringify({ stripe }));
  await secrets.refresh();
  expect(secrets.env.stripeAccounts).toEqual({ default: shared, mori: stripe });
  const alone = open();
  expect([alone.env.stripeAccounts, configuredProviders(alone.env)]).toEqual([{ mori: stripe }, ['STRIPE_SECRET_KEY']]);
});

it('a site whose file was never readable takes no payment, since the shared contracts are not its own', async () => {
  write('mori', shop('tshop00000002'), 0o644);
  const gmo = { default: { id: '9101234567890', pass: 'one' } };
  const secrets = open({ APP_ENV: 'production', GMO_SHOPS: JSON.stringify(gmo) });
  const [mori, artizon] = await Promise.all([settingsOf('mori'), settingsOf('artizon')]);
  const linesFor = (settings: typeof mori) => findingLines(methodFindings(secrets.env, settings, ['gmo_paypay']));
  expect(linesFor(mori)).toBe('  SECRETS_DIR (mori): mode 644: only its owner may read it (chmod 600)');
  expect(linesFor(artizon)).not.toContain('SECRETS_DIR');
  write('mori', shop('tshop00000002'));
  await secrets.refresh();
  expect(linesFor(mori)).not.toContain('SECRETS_DIR');
});

it('a folder that is away keeps them too', async () => {
  write('mori', shop('tshop00000002'));
  const secrets = open();
  folder.close();
  await secrets.refresh();
  expect(secrets.env.GMO_SHOPS?.mori?.id).toBe('tshop00000002');
  expect(secrets.logged).toEqual(['error secrets_unreadable null ENOENT']);
});

it('a file with too many contracts is logged by their number, not by each of them', () => {
  const earlier = Array.from({ length: 20_000 }, () => ({}));
  write('mori', JSON.stringify({ gmo: { id: 'tshop00000002', pass: 'sesame', earlier } }));
  const { logged } = open();
  expect(logged).toEqual(['error secrets_unreadable mori gmo.earlier: at most 10']);
});
