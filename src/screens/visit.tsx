import type { ReactNode } from 'react';
import type { VisitPeriod } from '#src/domain/checkout.ts';
import { briefDay, clock, longDay, shortDay, venueDay } from '#src/domain/dates.ts';
import type { SaleType } from '#src/domain/product.ts';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { useLocale } from './shop.ts';

type Sold = VisitPeriod & { sale_type: SaleType };

/** `getTimezoneOffset()` of the venue, minutes: nine hours ahead of UTC all year. */
const venueOffset = -540;

/** Whether the visitor's clock shows another time at a moment than the venue's. */
export const isAway = (moment: string | number): boolean => new Date(moment).getTimezoneOffset() !== venueOffset;

/** Returns a function that formats a moment by the venue's clock, and says so where the visitor's clock shows another time. */
export const useVenueClock = (): ((moment: string | number) => string) => {
  const { t } = useTexts();
  return (moment) => (isAway(moment) ? `${clock(moment)} (${t('visit_zone')})` : clock(moment));
};

/** Returns a function that converts a moment to its date and time at the venue, as values of a text. */
export const useMoment = (): ((moment: string) => { date: string; time: string }) => {
  const locale = useLocale();
  return (moment) => ({ date: longDay(venueDay(moment), locale), time: clock(moment) });
};

/**
 * Returns a function that formats a period by the venue's clock and in the visitor's language: `time` is the entry window, `zone`
 * is set only if the visitor's clock shows another time.
 */
export const useVisit = (): ((visit: Sold) => { date: string; time: string | null; zone: string | null }) => {
  const { t } = useTexts();
  const locale = useLocale();
  return ({ sale_type, reservation_from: from, reservation_to: to }) => {
    const day = (moment: string) => longDay(venueDay(moment), locale);
    if (sale_type === 'period')
      return { date: t('visit_days', { from: day(from), to: day(to) }), time: null, zone: null };
    return {
      date: day(from),
      time: t('order_slot_time', { from: clock(from), to: clock(to) }),
      zone: isAway(from) ? t('visit_zone') : null,
    };
  };
};

/** Returns a function that formats the day and the start of a visit for one short line. */
export const useShortVisit = (): ((visit: Sold) => string) => {
  const { t } = useTexts();
  const locale = useLocale();
  return ({ sale_type, reservation_from: from, reservation_to: to }) => {
    const brief = (moment: string) => briefDay(venueDay(moment), locale);
    if (sale_type === 'period') return t('visit_days', { from: brief(from), to: brief(to) });
    const day = shortDay(venueDay(from), locale);
    return sale_type === 'date' ? day : `${day} ${clock(from)}`;
  };
};

/** A visit as text: the day, and below it the entry time by the venue's clock. */
export function VisitText({ visit }: { visit: Sold }): ReactNode {
  const { date, time, zone } = useVisit()(visit);
  return (
    <>
      <p>{unbroken(date)}</p>
      {time ? (
        <p>
          <span>{unbroken(time)}</span> {zone ? <span className="fine">{zone}</span> : null}
        </p>
      ) : null}
    </>
  );
}
