/** A time from – to, dates, a surcharge, and the end of an amount or count with its unit. */
const wholes =
  /\d ?[–〜～~] ?\d\d:|(\d+[年月])+\d+日(（.|星期.)?|[년월] \d|\d [A-Z]\w+ \d{4}|\+¥\d|\d\p{sc=Han}{1,2}/gu;

/**
 * Text whose dates, times, amounts and counts stay on one line. Japanese and Chinese have no spaces: a line may break beside any
 * character, and after a dash even before a no-break space.
 */
export const unbroken = (text: string): string =>
  text.replace(wholes, (whole) => whole.replace(/[^\w\s:](?!$)|\d(?=[^\w\s:])/g, '$&\u2060').replace(/ /g, '\u00a0'));
