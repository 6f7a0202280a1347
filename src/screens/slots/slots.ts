import { clock, longDay, shortDay, venueDay } from '#src/domain/dates.ts';
import {
  type DayStock,
  isFree,
  type Product,
  type SaleType,
  type StockState,
  type TimeSpan,
} from '#src/domain/product.ts';
import { useLocale } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

export const stockTexts = {
  plenty: 'order_stock_plenty',
  few: 'order_stock_few',
  sold_out: 'order_stock_sold_out',
  closed: 'order_stock_closed',
} as const satisfies Record<StockState, MessageId>;

const hasSeats = ({ remaining, state }: TimeSpan, wanted: number): boolean =>
  isFree(state) && remaining >= Math.max(1, wanted);

/** The three nearest slots to the missed one with enough seats, in chronological order. */
export const nearestFree = (slots: readonly TimeSpan[], missed: TimeSpan, wanted: number): TimeSpan[] => {
  const startOf = (slot: TimeSpan) => Date.parse(slot.reservation_from);
  const distance = (slot: TimeSpan) => Math.abs(startOf(slot) - startOf(missed));
  return slots
    .filter((slot) => slot.id !== missed.id && hasSeats(slot, wanted))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .sort((a, b) => startOf(a) - startOf(b));
};

/** Returns the state of a day; past and unknown days are closed. */
export const stateOfDay =
  (days: readonly DayStock[], today: string) =>
  (day: string): StockState =>
    (day >= today && days.find(({ date }) => date === day)?.state) || 'closed';

/** The day with whose week a product's calendar opens, YYYY-MM-DD. */
export const firstDayOf = ({ sale_from }: Pick<Product, 'sale_from'>, today: string): string =>
  sale_from > today ? sale_from : today;

/** Texts of a time, by the venue's clock. */
export const useSlotTexts = () => {
  const { t } = useTexts();
  const visit = useVisit();
  const locale = useLocale();
  return {
    day: (day: string): string => longDay(day, locale),
    shortDay: (day: string): string => shortDay(day, locale),
    /** Day and start: "Sat 28 Nov 18:00" */
    short: ({ reservation_from: from }: TimeSpan): string => `${shortDay(venueDay(from), locale)} ${clock(from)}`,
    /** "10:00 – 10:30" */
    time: ({ reservation_from: from, reservation_to: to }: TimeSpan): string =>
      t('order_slot_time', { from: clock(from), to: clock(to) }),
    /** The visit as its sale type needs it: a season, a day with its hours, or a slot. */
    visit: (sale_type: SaleType, slot: TimeSpan): string => {
      const { date, time } = visit({ sale_type, ...slot });
      return time === null ? date : t('order_visit', { date, time });
    },
  };
};
