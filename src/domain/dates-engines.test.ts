import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { htmlLang } from './lang.ts';
import { patchIntl, variants } from './other-intl.fixture.ts';

const prototypes = [Intl.DateTimeFormat.prototype, Date.prototype].map(
  (one) => [one, Object.getOwnPropertyDescriptors(one)] as const,
);

/** Each file is read again, on the patched engine. */
beforeEach(() => vi.resetModules());
afterEach(() => {
  for (const [prototype, unpatched] of prototypes) Object.defineProperties(prototype, unpatched);
});

describe.each(variants)('on an engine that formats dates with another %s', (variant) => {
  it('the days of the venue are the same', async () => {
    patchIntl(variant);
    const { clock, venueDay } = await import('./dates.ts');
    const { storedUntil } = await import('./ticket-storage.ts');
    expect([venueDay('2026-11-21T14:59:59Z'), venueDay(Date.UTC(2026, 10, 21, 15))]).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
    expect([clock('2026-11-21T15:05:00Z'), clock('2026-11-22T14:30:00Z')]).toEqual(['00:05', '23:30']);
    expect(new Date(storedUntil('2026-11-22T10:30:00+09:00')).toISOString()).toBe('2026-11-22T18:00:00.000Z');
  });
});

it('venue days and times agree with the time zone data of the engine', async () => {
  const { venueDay, venueZone, clock } = await import('./dates.ts');
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: venueZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  for (let moment = Date.UTC(2020); moment < Date.UTC(2060); moment += 86_400_000 * 97 + 3_700_000) {
    const [year, month, day] = venueDay(moment).split('-');
    expect(parts.format(moment)).toBe(`${day}/${month}/${year}, ${clock(moment)}`);
  }
});

it.each(Object.values(htmlLang))(
  'dates in %s are written as the locale data of the engine write them',
  async (locale) => {
    const { longDay, monthName, plainDay, venueZone, weekdayNames } = await import('./dates.ts');
    const write = (moment: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone: venueZone }).format(moment);
    for (let moment = Date.UTC(2025, 11, 28, 3); moment < Date.UTC(2029, 0, 3); moment += 86_400_000 * 13) {
      const day = new Date(moment).toISOString().slice(0, 10);
      const date = write(moment, { dateStyle: 'long' });
      const [short, long] = [write(moment, { weekday: 'short' }), write(moment, { weekday: 'long' })];
      const orders = { ja: `${date}（${short}）`, ko: `${date} ${long}`, zh: `${date}${long}` };
      expect(longDay(day, locale)).toBe(
        Object.entries(orders).find(([tag]) => locale.startsWith(tag))?.[1] ?? `${long} ${date}`,
      );
      expect(plainDay(`${day}T12:00:00+09:00`, locale)).toBe(date);
      expect(monthName(day, locale)).toBe(write(moment, { year: 'numeric', month: 'long' }));
      expect(weekdayNames(locale)[new Date(moment).getUTCDay()]).toEqual({ short, long });
    }
  },
);
