/** Every displayed date and time is of Asia/Tokyo, wherever the visitor is. Japan has had no summer time since 1951. */
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
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The weekday of a day (YYYY-MM-DD), 0 = Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The five weeks of a calendar that begin with the week of a day (YYYY-MM-DD): its first and last day, from a Sunday on. */
export const weeksOf = (day: string): { from: string; to: string } => {
  const from = addDays(day, -weekdayOf(day));
  return { from, to: addDays(from, 34) };
};

/** `shown` if its five weeks contain `day`, else the first day of those that do, counted from them. */
export const weeksWith = (day: string, shown: string): string => {
  const { from } = weeksOf(shown);
  const pages = Math.floor((Date.parse(day) - Date.parse(from)) / (35 * 86_400_000));
  return pages === 0 ? shown : addDays(from, 35 * pages);
};

const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const englishMonths = [
  ...(['January', 'February', 'March', 'April', 'May', 'June'] as const),
  ...(['July', 'August', 'September', 'October', 'November', 'December'] as const),
];

/** The characters of the weekdays, Sunday first; the text before them in a short and a long name, and after them in a long one. */
type Weekdays = { characters: string; short: string; long: string; after: string };
const weekdays: Readonly<Record<string, Weekdays>> = {
  ja: { characters: '日月火水木金土', short: '', long: '', after: '曜日' },
  ko: { characters: '일월화수목금토', short: '', long: '', after: '요일' },
  'zh-Hans': { characters: '日一二三四五六', short: '周', long: '星期', after: '' },
  'zh-Hant': { characters: '日一二三四五六', short: '週', long: '星期', after: '' },
};

type Name = { short: string; long: string };

/** `weekday`: 0 is Sunday. */
const weekdayName = (weekday: number, locale: string): Name => {
  const parts = weekdays[locale];
  if (!parts) return { short: (englishDays[weekday] ?? '').slice(0, 3), long: englishDays[weekday] ?? '' };
  const character = parts.characters.charAt(weekday);
  return { short: parts.short + character, long: parts.long + character + parts.after };
};

/**
 * Year and month of a day, in a BCP 47 locale; English dates are British. All dates are written without Intl: the server and each
 * engine have locale data of their own, and the page takes over what the server wrote only if it would write the same. The first
 * object of Intl also takes a phone 50 ms.
 */
export const monthName = (day: string, locale: string): string => {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))];
  if (locale === 'ko') return `${year}년 ${month}월`;
  return locale in weekdays ? `${year}年${month}月` : `${englishMonths[month - 1]} ${year}`;
};

/** The months of two days: the year stands once where it is the same. */
export const monthsName = (from: string, to: string, locale: string): string => {
  const [first, last] = [monthName(from, locale), monthName(to, locale)];
  if (first === last) return first;
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${first} – ${last}`;
  // The year comes first in Japanese, Korean and Chinese, and last in English.
  return locale in weekdays ? `${first} – ${last.replace(/^\d+\D ?/, '')}` : `${first.slice(0, -5)} – ${last}`;
};

/** The short name of a day's month: "Dec", "12月". */
export const shortMonth = (day: string, locale: string): string => {
  const month = Number(day.slice(5, 7));
  if (locale === 'ko') return `${month}월`;
  return locale in weekdays ? `${month}月` : (englishMonths[month - 1] ?? '').slice(0, 3);
};

/** A date by the name of its month. */
const dateIn = (month: string, day: string, locale: string): string => {
  const date = Number(day.slice(8));
  if (locale === 'ko') return `${month} ${date}일`;
  return locale in weekdays ? `${month}${date}日` : `${date} ${month}`;
};

const dateName = (day: string, locale: string): string => dateIn(monthName(day, locale), day, locale);

/** The long date of a day YYYY-MM-DD with its weekday, in a BCP 47 locale. */
export const longDay = (day: string, locale: string): string => {
  const date = dateName(day, locale);
  const { short, long } = weekdayName(weekdayOf(day), locale);
  // 日日曜日 is hard to read
  if (locale === 'ja') return `${date}（${short}）`;
  if (locale === 'ko') return `${date} ${long}`;
  return locale in weekdays ? date + long : `${long} ${date}`;
};

/** A day without its year and weekday, for a short line: 28 Nov, 11月28日. */
export const briefDay = (day: string, locale: string): string => dateIn(shortMonth(day, locale), day, locale);

/** The same with its weekday: Sat 28 Nov, 11月28日（土）. */
export const shortDay = (day: string, locale: string): string => {
  const { short } = weekdayName(weekdayOf(day), locale);
  const brief = briefDay(day, locale);
  if (locale === 'ja') return `${brief}（${short}）`;
  if (locale === 'ko') return `${brief}(${short})`;
  return locale in weekdays ? brief + short : `${short} ${brief}`;
};

/** The venue's day of a moment without the weekday, as printed documents write it. */
export const plainDay = (moment: string, locale: string): string => dateName(venueDay(moment), locale);

/** Hours and minutes at the venue; all languages of the shop use the 24-hour clock. */
export const clock = (moment: string | number): string => venueTime(moment).slice(11, 16);

/** Whether a day (YYYY-MM-DD) is a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day));

/** Short and long names of the seven weekdays, Sunday first. */
export const weekdayNames = (locale: string): Name[] => [...Array(7).keys()].map((day) => weekdayName(day, locale));
