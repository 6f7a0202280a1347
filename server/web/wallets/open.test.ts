import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { actionsOf } from '#src/domain/ticket.ts';
import { appleSettings, googleSettings, passphrase } from '#test/api/kit/wallet-shop.ts';
import { validTicket } from '#test/paths/sample-shop.ts';
import { openWallets } from './open.ts';
import { walletsFor } from './wallets.ts';

const apple = appleSettings();
const other = appleSettings({ type: 'pass.example.other', days: -1 });
const google = googleSettings();
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const logged: string[] = [];
const open = (env: Record<string, string>) =>
  openWallets(readSettings(env).env, (_level, event) => void logged.push(event));

const ticket = { state: 'valid', actions: actionsOf(validTicket), as_of: new Date() } as const;

/** Writes a text to a file and returns its path. */
const inFile = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('wallet keys', () => {
  it('are optional', async () => {
    expect(walletsFor(await open({}), ticket)).toEqual([]);
  });

  it('are texts with escaped line breaks, or files', async () => {
    expect(walletsFor(await open({ ...apple.env, ...google.env }), ticket)).toEqual(['apple', 'google']);
    const files = {
      ...apple.env,
      APPLE_PASS_CERT: inFile('pass.pem', apple.signer.pem),
      APPLE_PASS_KEY: apple.signer.keyPem.replaceAll('\n', '\\n'),
      APPLE_PASS_PASSPHRASE: '',
      GOOGLE_WALLET_ISSUER_ID: google.env.GOOGLE_WALLET_ISSUER_ID,
      GOOGLE_WALLET_ACCOUNT: inFile('account.json', google.env.GOOGLE_WALLET_ACCOUNT),
    };
    expect(walletsFor(await open(files), ticket)).toEqual(['apple', 'google']);
  });

  it('offer Apple Wallet only while its certificate is valid; the log warns before it expires', async () => {
    expect(logged).toEqual([]);
    const wallets = await open({ ...other.env, APPLE_PASS_TYPE_ID: 'pass.example.other' });
    expect(logged).toEqual(['wallet_certificate_ends']);
    expect(walletsFor(wallets, ticket)).toEqual([]);
    expect(walletsFor(wallets, { ...ticket, as_of: new Date(Date.now() - 2 * 24 * 3_600_000) })).toEqual(['apple']);
  });

  it.each([
    ['a file that is not there', { ...apple.env, APPLE_PASS_CERT: '/nowhere.pem' }, 'APPLE_PASS_CERT: neither'],
    ['another passphrase', { ...apple.env, APPLE_PASS_PASSPHRASE: 'geheim' }, 'APPLE_PASS_KEY: not an RSA key'],
    ['another issuer', { ...apple.env, APPLE_WWDR_CERT: other.wwdr.pem }, 'APPLE_WWDR_CERT: not the certificate'],
    ['another team', { ...apple.env, APPLE_TEAM_ID: 'OTHER12345' }, 'APPLE_TEAM_ID: not the team'],
    ['no account', { ...google.env, GOOGLE_WALLET_ACCOUNT: '{"key":"geheim"}' }, 'GOOGLE_WALLET_ACCOUNT: not the JSON'],
  ])('reject %s by the name of the setting, without printing a secret', async (_what, env, sentence) => {
    const opening = open(env);
    await expect(opening).rejects.toThrow(`The environment is not right:\n  ${sentence}`);
    for (const secret of ['geheim', passphrase, 'BEGIN']) await expect(opening).rejects.not.toThrow(secret);
  });

  it('of both wallets are reported together', async () => {
    const env = { ...apple.env, ...google.env, APPLE_PASS_KEY: '/nowhere', GOOGLE_WALLET_ACCOUNT: '/nowhere' };
    await expect(open(env)).rejects.toThrow(/APPLE_PASS_KEY: .*\n {2}GOOGLE_WALLET_ACCOUNT: /);
  });
});
