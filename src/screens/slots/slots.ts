import type { DayStock, StockState, TimeSpan } from '#src/domain/product.ts';

const isFree = ({ remaining, state }: TimeSpan, wanted: number): boolean =>
  (state === 'plenty' || state === 'few') && remaining >= Math.max(1, wanted);

/** In: the slots of a day, the one that went and how many tickets are wanted. Out: the nearest free ones, by time. */
export const nearestFree = (slots: readonly TimeSpan[], missed: TimeSpan, wanted: number): TimeSpan[] => {
  const at = (slot: TimeSpan) => Date.parse(slot.reservation_from);
  return slots
    .filter((slot) => slot.id !== missed.id && isFree(slot, wanted))
    .sort((a, b) => Math.abs(at(a) - at(missed)) - Math.abs(at(b) - at(missed)))
    .slice(0, 3)
    .sort((a, b) => at(a) - at(b));
};

/** In: days as found. Out: the state of a day; what is past or not found is closed. */
export const stateOfDay =
  (days: readonly DayStock[], today: string) =>
  (day: string): StockState =>
    (day >= today && days.find(({ date }) => date === day)?.state) || 'closed';
