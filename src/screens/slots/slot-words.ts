import type { SaleType, TimeSpan } from '#src/domain/product.ts';
import { useVisit } from '#src/screens/visit.ts';
import { useWords } from '#src/ui/words.ts';

/** A space no line ends at: after a dash the no-break space alone would let it. */
const unbroken = '\u2060\u00a0';

/** A timespan in words, by the venue's clock. */
export const useSlotWords = () => {
  const { say } = useWords();
  const visit = useVisit();
  return {
    /** "10:00 – 10:30" */
    time: (slot: TimeSpan): string => visit({ sale_type: 'time', ...slot }).time ?? '',
    /** All of it, as the sale type asks: a season, a day with its hours, a timed slot. */
    visit: (sale_type: SaleType, slot: TimeSpan): string => {
      const { date, time } = visit({ sale_type, ...slot });
      // a time that has to go onto the next line goes there whole
      return time === null ? date : say('order_visit', { date, time: time.replaceAll(' ', unbroken) });
    },
    /** Whether the visitor's clock shows another time than the venue's. */
    isAway: (slot: TimeSpan): boolean => visit({ sale_type: 'time', ...slot }).zone !== null,
  };
};
