import { describe, expect, it } from 'vitest';
import { sites } from '#server/seed/sites.ts';
import { settingsOf, siteCodes, siteOf } from '#test/tools/example-sites.ts';
import { table, usesOf } from './settings.ts';

const whole = siteCodes.map((code) => ({
  settings: settingsOf(code),
  operation: siteOf(code).operation,
  seed: sites[code],
  skin: siteOf(code).styles.skin,
}));

/** The test names list which site uses which value; an unused value would be untested. */
const rows = table.flatMap((row) =>
  usesOf(row, whole).map(({ value, codes }) => [row[0], value, codes.join(', ') || 'no file', codes] as const),
);

/** docs/product.md#site-settings */
describe('settings per site', () => {
  it.each(rows)('%s: %s by %s', (_setting, _value, _sites, codes) => {
    expect(codes).not.toEqual([]);
  });

  it('require mail confirmation on at least two sites, and start by mail only on one', () => {
    expect(whole.filter(({ settings }) => settings.mailConfirm).length).toBeGreaterThanOrEqual(2);
    expect(whole.filter(({ settings }) => settings.isOnlyStartMailConfirm)).toHaveLength(1);
  });

  it('report a value that no site uses', () => {
    const uses = usesOf(['ticket help', [true, false], ({ settings }) => settings.ticketHelp], whole.slice(0, 1));
    expect(uses).toEqual([
      { value: true, codes: ['borderless'] },
      { value: false, codes: [] },
    ]);
  });
});
