import { expect, it } from 'vitest';
import { clock, longDay, monthName, plainDay, venueDay, weekdayNames } from './dates.ts';
import { htmlLang } from './lang.ts';

const venueZone = 'Asia/Tokyo';

it('venue days and times agree with the time zone data of the engine', () => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: venueZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  // Steps of 97 days and about an hour meet every month and every hour of the day.
  for (let moment = Date.UTC(2020); moment < Date.UTC(2060); moment += 86_400_000 * 97 + 3_700_000) {
    const [year, month, day] = venueDay(moment).split('-');
    expect(parts.format(moment)).toBe(`${day}/${month}/${year}, ${clock(moment)}`);
  }
});

it.each(Object.values(htmlLang))('dates in %s are written as the locale data of the engine write them', (locale) => {
  const write = (moment: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone: venueZone }).format(moment);
  for (let moment = Date.UTC(2025, 11, 28, 3); moment < Date.UTC(2029, 0, 3); moment += 86_400_000 * 13) {
    const day = new Date(moment).toISOString().slice(0, 10);
    const date = write(moment, { dateStyle: 'long' });
    const [short, long] = [write(moment, { weekday: 'short' }), write(moment, { weekday: 'long' })];
    const datesByLanguage = { ja: `${date}（${short}）`, ko: `${date} ${long}`, zh: `${date}${long}` };
    expect(longDay(day, locale)).toBe(
      Object.entries(datesByLanguage).find(([tag]) => locale.startsWith(tag))?.[1] ?? `${long} ${date}`,
    );
    expect(plainDay(`${day}T12:00:00+09:00`, locale)).toBe(date);
    expect(monthName(day, locale)).toBe(write(moment, { year: 'numeric', month: 'long' }));
    expect(weekdayNames(locale)[new Date(moment).getUTCDay()]).toEqual({ short, long });
  }
});
