import { clock, longDay, shortDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { SaleType, TimeSpan } from '#src/domain/product.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Texts of a time, by the venue's clock. */
export const useSlotTexts = () => {
  const { t } = useTexts();
  const visit = useVisit();
  const locale = htmlLang[useShop().lang];
  return {
    day: (day: string): string => longDay(day, locale),
    shortDay: (day: string): string => shortDay(day, locale),
    /** Day and start: "Sat 28 Nov 18:00" */
    short: ({ reservation_from: from }: TimeSpan): string => `${shortDay(venueDay(from), locale)} ${clock(from)}`,
    /** "10:00 – 10:30" */
    time: (slot: TimeSpan): string => visit({ sale_type: 'time', ...slot }).time ?? '',
    /** The visit as its sale type needs it: a season, a day with its hours, or a slot. */
    visit: (sale_type: SaleType, slot: TimeSpan): string => {
      const { date, time } = visit({ sale_type, ...slot });
      return time === null ? date : t('order_visit', { date, time });
    },
    /** True if the visitor's clock differs from the venue's. */
    isAway: (slot: TimeSpan): boolean => visit({ sale_type: 'time', ...slot }).zone !== null,
  };
};
