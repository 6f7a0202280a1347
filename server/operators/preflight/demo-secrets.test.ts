import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { findingLines } from '#server/shared/finding.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { botCheckFindings, methodFindings } from './sites.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|md|yaml|example)$|^Dockerfile$/.test(path));
const texts = files.map((path) => readFileSync(path, 'utf8')).join('\n');

const printed = (pattern: RegExp): string[] => [
  ...new Set([...texts.matchAll(pattern)].map(([, value = '']) => value)),
];

const linesFor = async (env: Record<string, string>): Promise<string> => {
  const settings = readSettings({ APP_ENV: 'production', SITES: 'borderless', ...env });
  const [artizon, softbank, mori] = await Promise.all([
    settingsOf('artizon'),
    settingsOf('softbank'),
    settingsOf('mori'),
  ]);
  return findingLines([
    ...settings.findings,
    ...methodFindings(settings.env, artizon, ['gmo_paypay']),
    ...methodFindings(settings.env, softbank, ['softbank_paypay']),
    ...(env.RECAPTCHA_SECRET ? botCheckFindings(settings.env, mori) : []),
  ]);
};

/** Secrets are found by patterns in the source, so that those added later are checked too. */
describe('a secret that is published in the source', () => {
  const gmo = (pass: string) => ({ GMO_SHOPS: JSON.stringify({ default: { id: '9101234567890', pass } }) });
  const softbank = (hashKey: string) => ({
    SOFTBANK_SHOPS: JSON.stringify({ default: { merchant: '70352', service: '001', hashKey } }),
  });
  const kinds: [string, string[], (value: string) => Record<string, string>][] = [
    [
      'TICKET_SECRET',
      printed(/(?:TokenService\(\{ secrets: \['|TICKET_SECRET: '|TICKET_SECRET=)([^'\n`]{32,})/g),
      (TICKET_SECRET) => ({ TICKET_SECRET }),
    ],
    [
      'STRIPE_SECRET_KEY',
      printed(/\b([sr]k_(?:live|test)_\w+)/g),
      (STRIPE_SECRET_KEY) => ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' }),
    ],
    ['STRIPE_WEBHOOK_SECRET', printed(/\b(whsec_\w+)/g), (STRIPE_WEBHOOK_SECRET) => ({ STRIPE_WEBHOOK_SECRET })],
    ['GMO_SHOPS', printed(/\bpass: '(\w{8,})'/g), gmo],
    ['SOFTBANK_SHOPS', printed(/\bhashKey(?:: | = )'([\x21-\x26\x28-\x7e]{16,})'/g), softbank],
    ['RECAPTCHA_SECRET', printed(/\b(recaptcha_secret_\w+)/g), (RECAPTCHA_SECRET) => ({ RECAPTCHA_SECRET })],
  ];

  it.each(kinds)('is refused as %s', async (name, values, settings) => {
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      const lines = await linesFor(settings(value));
      expect(lines, value).toMatch(new RegExp(`^ {2}${name}(?: \\(\\w+\\))?: `, 'm'));
    }
  });
});
