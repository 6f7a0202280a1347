import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { retentionOf } from '#server/shared/retention-rules.ts';
import { readText } from './source.ts';

const settings = [
  'RETENTION_UNPAID_DAYS',
  'RETENTION_MAIL_DAYS',
  'RETENTION_VISIT_DAYS',
  'RETENTION_INVOICE_YEARS',
  'RETENTION_BACKUP_DAYS',
] as const;

const readEnv = (environment: Record<string, string>) => readSettings(environment).env;
const refusals = (environment: Record<string, string>) =>
  readSettings(environment).findings.map(({ setting, problem }) => `${setting}: ${problem}`);

const rowOf = (text: string, setting: string): string[] => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${setting}\` |`));
  return (row ?? '').split('|').map((cell) => cell.trim());
};

describe('how long personal data is stored', () => {
  it.each(settings)('%s has one default: in the settings and in docs/personal-data.md', (name) => {
    expect(rowOf(readText('docs/personal-data.md'), name)[3]).toBe(String(readEnv({})[name]));
  });

  it.each(settings)('%s is rejected outside the range in docs/personal-data.md', (name) => {
    const [min = 0, max = 0] = (rowOf(readText('docs/personal-data.md'), name)[4] ?? '').split(' to ').map(Number);
    expect(min).toBeGreaterThan(0);
    for (const value of [min, max]) expect(readEnv({ [name]: String(value) })[name]).toBe(value);
    for (const value of [min - 1, max + 1, 'x', '1.5'])
      expect(refusals({ [name]: String(value) })).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('may be enabled or reduced to a report by a setting', () => {
    expect(retentionOf(readEnv({})).mode).toBe('as_stored');
    expect(retentionOf(readEnv({ RETENTION: 'on' })).mode).toBe('on');
    expect(retentionOf(readEnv({ RETENTION: 'report' })).mode).toBe('report');
    expect(refusals({ RETENTION: 'off' })).toEqual(['RETENTION: on or report']);
  });
});
