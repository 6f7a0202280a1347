import { addDays, addMonths, monthOf } from '#src/domain/dates.ts';

const columnOf = (day: string, weekStart: number): number =>
  // ISO days have no zone; noon UTC gives the same calendar day in every zone of the device
  (new Date(`${day}T12:00:00Z`).getUTCDay() - weekStart + 7) % 7;

/** The whole weeks of a month (YYYY-MM), including adjacent months' days at both ends. `weekStart`: 0 = Sunday. */
export const weeksOf = (month: string, weekStart: number): string[][] => {
  const { from, to } = monthOf(`${month}-01`);
  const weeks: string[][] = [];
  for (let first = addDays(from, -columnOf(from, weekStart)); first <= to; first = addDays(first, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((column) => addDays(first, column)));
  return weeks;
};

const sameDayIn = (day: string, months: number): string => {
  const month = addMonths(day, months).slice(0, 7);
  const wanted = `${month}${day.slice(7)}`;
  const { to } = monthOf(`${month}-01`);
  return wanted > to ? to : wanted;
};

/** The day that a key leads to in an APG date grid, or null for other keys. */
export const dayByKey = (day: string, key: string, weekStart: number): string | null => {
  const column = columnOf(day, weekStart);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
  };
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  if (key === 'PageUp') return sameDayIn(day, -1);
  if (key === 'PageDown') return sameDayIn(day, 1);
  return null;
};
