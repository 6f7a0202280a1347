const joiner = '\u2060';

/** A Japanese or Chinese date that stays on one line: without spaces, a line may break after any of its characters. */
export const unbrokenDate = (date: string): string => (date.includes(' ') ? date : [...date].join(joiner));
