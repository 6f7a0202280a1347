import { longDay } from '#src/domain/dates.ts';

const joiner = '\u2060';
const space = '\u00a0';

/**
 * The long date of a day, which stays on one line, apart from a weekday beside it. A Japanese or Chinese one has no spaces: a line
 * may break after any of its characters.
 */
export const unbrokenDay = (day: string, locale: string): string => {
  const date = longDay(day, locale);
  return date.includes(' ') ? date.replace(/ (?=\d+([월일]|$)|\D+ \d)/g, space) : [...date].join(joiner);
};

/** A time from – to on one line. A joiner follows the dash, after which a line may break even before a no-break space. */
export const unbrokenTime = (time: string): string =>
  time.replaceAll(' ', joiner + space).replace(/[〜～~]/, `${joiner}$&${joiner}`);
