/** The venues' time zone; every date and time shown is in it, wherever the visitor is (DESIGN §5). */
export const venueZone = 'Asia/Tokyo';

const dayParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: venueZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** In: a moment (ms or ISO). Out: the venue's calendar day, YYYY-MM-DD. */
export const venueDay = (moment: number | string): string => dayParts.format(new Date(moment));

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

/**
 * In: a day YYYY-MM-DD and a BCP 47 locale. Out: the long date with weekday, in the visitor's language; Japanese writes
 * 2026年11月22日（日）, as 日日曜日 is hard to read; some engines put a comma after the English weekday, others do not.
 */
export const longDay = (day: string, locale: string): string => {
  const weekday = locale === 'ja' ? 'short' : 'long';
  const text = format(locale, { year: 'numeric', month: 'long', day: 'numeric', weekday }, `${day}T12:00:00+09:00`);
  return text.replace(/\((.)\)$/, '（$1）').replace(', ', ' ');
};

/** In: a moment. Out: its day at the venue without the weekday, as papers have it. */
export const plainDay = (moment: string, locale: string): string => format(locale, { dateStyle: 'long' }, moment);

/** In: a day. Out: year and month in the visitor's language. */
export const monthName = (day: string, locale: string): string =>
  format(locale, { year: 'numeric', month: 'long' }, `${day.slice(0, 7)}-15T12:00:00+09:00`);

/** In: a moment. Out: hours and minutes of the venue's clock, 24 hours. */
export const clock = (moment: string | number, locale: string): string =>
  format(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, moment);

/** In: a locale. Out: seven short weekday names, Sunday first. */
export const weekdayNames = (locale: string): { short: string; long: string }[] =>
  [...Array(7).keys()].map((offset) => {
    const noon = `${addDays('2026-11-01', offset)}T12:00:00+09:00`;
    return { short: format(locale, { weekday: 'short' }, noon), long: format(locale, { weekday: 'long' }, noon) };
  });
