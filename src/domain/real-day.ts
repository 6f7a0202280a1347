import * as v from 'valibot';
import { addDays } from './dates.ts';
import { Day } from './product.ts';

/** True also for a text that is no day, which `Day` reports: one fault has one message. */
const isRealDay = (day: string): boolean =>
  !v.is(Day, day) ||
  (day >= '2000' && day < '3000' && addDays(`${day.slice(0, 7)}-01`, Number(day.slice(8)) - 1) === day);

/** A day that exists, within what a database and a calendar can compute with. */
export const RealDay = v.pipe(Day, v.check(isRealDay, 'must be a day that exists, such as 2026-12-01'));
