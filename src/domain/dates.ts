/** The venues' time zone; every displayed date and time is in it, wherever the visitor is. */
export const venueZone = 'Asia/Tokyo';

/** Japan has had no summer time since 1951. */
const venueOffset = 9 * 3_600_000;

/**
 * The venue's date and time of a moment (ms or ISO) as YYYY-MM-DDTHH:MM:SS. Arithmetic instead of Intl: the text that
 * Intl returns differs between engines and versions of their locale data.
 */
export const venueTime = (moment: number | string): string =>
  new Date(new Date(moment).getTime() + venueOffset).toISOString().slice(0, 19);

/** The venue's calendar day of a moment (ms or ISO), YYYY-MM-DD. */
export const venueDay = (moment: number | string): string => venueTime(moment).slice(0, 10);

/** The day (YYYY-MM-DD) that many days later, by calendar arithmetic. */
export const addDays = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

/** First and last day of the month of a day (YYYY-MM-DD). */
export const monthOf = (day: string): { from: string; to: string } => {
  const from = `${day.slice(0, 7)}-01`;
  const next = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  return { from, to: next };
};

/** The first day of the month that many months after the month of `day`. */
export const addMonths = (day: string, months: number): string => {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
};

/** English dates are British, "Sunday 22 November 2026", like the texts of the English catalogue. */
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
  // Engines differ about a comma after the English weekday.
  if (locale === 'en') return `${write({ weekday: 'long' })} ${write(date)}`;
  return write({ ...date, weekday: 'long' });
};

/** The venue's day of a moment without the weekday, as printed documents write it. */
export const plainDay = (moment: string, locale: string): string => format(locale, { dateStyle: 'long' }, moment);

/** Year and month of a day, in a BCP 47 locale. */
export const monthName = (day: string, locale: string): string =>
  format(locale, { year: 'numeric', month: 'long' }, noonOf(`${day.slice(0, 7)}-15`));

/** Hours and minutes at the venue; all languages of the shop use the 24-hour clock. */
export const clock = (moment: string | number): string => venueTime(moment).slice(11, 16);

/** Short and long names of the seven weekdays, Sunday first. */
export const weekdayNames = (locale: string): { short: string; long: string }[] =>
  [...Array(7).keys()].map((offset) => {
    const noon = noonOf(addDays('2026-11-01', offset));
    return { short: format(locale, { weekday: 'short' }, noon), long: format(locale, { weekday: 'long' }, noon) };
  });
