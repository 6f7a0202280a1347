/** The venues' time zone; every date and time shown is in it, wherever the visitor is */
export const venueZone = 'Asia/Tokyo';

/** Japan has had no summer time since 1951. */
const venueOffset = 9 * 3_600_000;

/**
 * The venue's date and time of a moment (ms or ISO) as YYYY-MM-DDTHH:MM:SS. Arithmetic instead of Intl: the text that
 * Intl returns differs between engines and versions of their locale data.
 */
export const venueTime = (moment: number | string): string =>
  new Date(new Date(moment).getTime() + venueOffset).toISOString().slice(0, 19);

/** In: a moment (ms or ISO). Out: the venue's calendar day, YYYY-MM-DD. */
export const venueDay = (moment: number | string): string => venueTime(moment).slice(0, 10);

/** In: a day YYYY-MM-DD and a number of days. Out: the day that many days later (pure calendar arithmetic). */
export const addDays = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

/** In: a day YYYY-MM-DD. Out: first and last day of its month. */
export const monthOf = (day: string): { from: string; to: string } => {
  const from = `${day.slice(0, 7)}-01`;
  const next = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  return { from, to: next };
};

/** In: a month's any day and a number of months. Out: the first day of the month that many months later. */
export const addMonths = (day: string, months: number): string => {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
};

/** English dates are British ones, "Sunday 22 November 2026", as are the catalogue's words. */
const format = (locale: string, options: Intl.DateTimeFormatOptions, moment: string | number) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone: venueZone }).format(
    new Date(moment),
  );

const noonOf = (day: string) => `${day}T12:00:00+09:00`;

/** The long date of a day YYYY-MM-DD with its weekday, in a BCP 47 locale. */
export const longDay = (day: string, locale: string): string => {
  const noon = noonOf(day);
  const write = (options: Intl.DateTimeFormatOptions) => format(locale, options, noon);
  const date: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' };
  // 日日曜日 is hard to read
  if (locale === 'ja') return `${write(date)}（${write({ weekday: 'short' })}）`;
  // engines disagree about a comma after the English weekday
  if (locale === 'en') return `${write({ weekday: 'long' })} ${write(date)}`;
  return write({ ...date, weekday: 'long' });
};

/** In: a moment. Out: its day at the venue without the weekday, as papers have it. */
export const plainDay = (moment: string, locale: string): string => format(locale, { dateStyle: 'long' }, moment);

/** In: a day. Out: year and month in the visitor's language. */
export const monthName = (day: string, locale: string): string =>
  format(locale, { year: 'numeric', month: 'long' }, noonOf(`${day.slice(0, 7)}-15`));

/** Hours and minutes of the venue's clock, 24 hours: all our languages write it alike. */
export const clock = (moment: string | number): string => venueTime(moment).slice(11, 16);

/** In: a locale. Out: seven short weekday names, Sunday first. */
export const weekdayNames = (locale: string): { short: string; long: string }[] =>
  [...Array(7).keys()].map((offset) => {
    const noon = noonOf(addDays('2026-11-01', offset));
    return { short: format(locale, { weekday: 'short' }, noon), long: format(locale, { weekday: 'long' }, noon) };
  });
