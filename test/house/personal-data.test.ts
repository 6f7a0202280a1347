import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { retentionOf } from '#server/retention/env.ts';
import type { LegalFacts } from '#src/screens/legal/legal-texts.ts';
import { en } from '#src/screens/legal/texts/en.ts';
import { ja } from '#src/screens/legal/texts/ja.ts';
import { kr } from '#src/screens/legal/texts/kr.ts';
import { zhHans } from '#src/screens/legal/texts/zh-hans.ts';
import { zhHant } from '#src/screens/legal/texts/zh-hant.ts';
import { root } from './source.ts';

/** The names of each retention figure: as a setting, and as a value of the page. */
const figures = {
  RETENTION_UNPAID_DAYS: 'unpaid_days',
  RETENTION_MAIL_DAYS: 'mail_days',
  RETENTION_VISIT_DAYS: 'visit_days',
  RETENTION_INVOICE_YEARS: 'invoice_years',
  RETENTION_BACKUP_DAYS: 'backup_days',
} as const;
type Setting = keyof typeof figures;
const settings = Object.keys(figures) as Setting[];

const readEnv = (environment: Record<string, string>) => readSettings(environment).env;
const refusals = (environment: Record<string, string>) =>
  readSettings(environment).findings.map(({ setting, problem }) => `${setting}: ${problem}`);

const document = (path: string) => readFileSync(join(root, path), 'utf8');
const rowOf = (text: string, setting: string): string[] => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${setting}\` |`));
  return (row ?? '').split('|').map((cell) => cell.trim());
};

const facts: LegalFacts = {
  operator: 'OPERATOR',
  address: '',
  representative: '',
  mail: 'MAIL',
  phone: '',
  site: 'SITE',
  taxRate: 10,
  methods: [],
  measures: false,
  botCheck: false,
  processors: [],
  wallets: [],
  phoneHours: '',
  court: '',
  issued: '',
  changed: '',
  soldToEu: false,
  retention: { unpaid_days: 211, mail_days: 223, visit_days: 227, backup_days: 229, invoice_years: 233 },
};

describe('how long personal data is stored', () => {
  it.each(settings)('%s has one default: in the settings, in docs/personal-data.md and in server/README.md', (name) => {
    const value = String(readEnv({})[name]);
    expect(rowOf(document('docs/personal-data.md'), name)[3]).toBe(value);
    expect(rowOf(document('server/README.md'), name)[3]).toBe(value);
  });

  it.each(settings)('%s is rejected outside the range in docs/personal-data.md', (name) => {
    const [least = 0, most = 0] = (rowOf(document('docs/personal-data.md'), name)[4] ?? '').split(' to ').map(Number);
    expect(least).toBeGreaterThan(0);
    for (const value of [least, most]) expect(readEnv({ [name]: String(value) })[name]).toBe(value);
    for (const value of [least - 1, most + 1, 'x', '1.5'])
      expect(refusals({ [name]: String(value) })).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('may be enabled or reduced to a report by a setting', () => {
    expect(retentionOf(readEnv({})).mode).toBe('as_stored');
    expect(retentionOf(readEnv({ RETENTION: 'on' })).mode).toBe('on');
    expect(retentionOf(readEnv({ RETENTION: 'report' })).mode).toBe('report');
    expect(refusals({ RETENTION: 'off' })).toEqual(['RETENTION: on or report']);
  });

  it.each(Object.entries({ ja, en, kr, zhHans, zhHant }))('is stated on the privacy page, in %s', (_lang, texts) => {
    const linesOf = (legalFacts: LegalFacts) =>
      texts(legalFacts)
        .privacy.flatMap(({ text }) => text)
        .join('\n');
    for (const figure of Object.values(facts.retention ?? {})) expect(linesOf(facts)).toContain(String(figure));
    expect(linesOf({ ...facts, retention: undefined })).not.toMatch(/2(?:11|23|27|29|33)/);
  });
});
