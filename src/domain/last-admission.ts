/**
 * Minutes between the last admission and the end of a visit, by sale type, for products that do not say
 * (docs/product.md#last-admission). A `time` of at most `shortTime` minutes admits until its end.
 */
export const usualLastAdmission = { time: 15, date: 30, period: 30, shortTime: 15 } as const;

/** The longest that a catalogue may say: a day. */
export const maxLastAdmission = 1440;

/** Minutes after the last admission in which a payment that was begun before it still counts. */
export const lateConfirmation = 5;
