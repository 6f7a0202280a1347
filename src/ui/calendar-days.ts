import { addDays, weeksOf } from '#src/domain/dates.ts';

/** The five weeks of a calendar that begins with the week of a day. */
export const rowsOf = (day: string): string[][] => {
  const { from } = weeksOf(day);
  return [0, 7, 14, 21, 28].map((first) => [0, 1, 2, 3, 4, 5, 6].map((column) => addDays(from, first + column)));
};

/** The day that a key leads to in an APG date grid, or null for other keys. A page is five weeks. */
export const dayByKey = (day: string, key: string): string | null => {
  const { from } = weeksOf(day);
  const column = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
    PageUp: -35,
    PageDown: 35,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
};
