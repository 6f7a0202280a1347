import type { SnapshotFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import { earlyTimesId } from '#src/domain/markup.ts';
import { isFree, type Product } from '#src/domain/product.ts';
import { firstMonthOf } from '#src/screens/slots/slots.ts';
import { VisitDay, type VisitDayProps } from '#src/screens/slots/visit-day.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { lookupOf } from './order-view.ts';

/** Products with a calendar that opens on the same month as the first one's: most of them. */
export const sharingCalendar = (products: readonly Product[], today: string): readonly Product[] => {
  const dated = products.filter(({ sale_type }) => sale_type !== 'period');
  const [first] = dated;
  return first ? dated.filter((one) => firstMonthOf(one, today) === firstMonthOf(first, today)) : [];
};

/**
 * Whether the script at the beginning of the page has asked for the times of a day (src/page-start.js) that the chart is looking
 * up, or that the calendar is about to choose.
 */
export const areTimesEarly = ({ uuid }: Product, snapshot: SnapshotFrom<typeof orderMachine>): boolean => {
  const early = document.getElementById(earlyTimesId)?.dataset;
  if (early?.product !== uuid) return false;
  const { choice, days } = snapshot.context;
  const { busy } = lookupOf(snapshot);
  if (choice.day !== null) return busy !== null && choice.day === early.day;
  return busy === 'days' || days.some(({ date, state }) => date === early.day && isFree(state));
};

/**
 * The calendar on which most products open, without stock. Styles alone show it when one of them is picked, so that a pick is
 * answered before any script runs (docs/architecture.md#first-screen). The script at the beginning of the page puts the times of a
 * pressed day below it, and both stay until the chart has found its own; then the product's own calendar takes their place.
 */
export function CalendarAhead({ actor, product, context, today, busy }: VisitDayProps) {
  const { t } = useTexts();
  return (
    <section className="section ahead" hidden>
      <h2 className="section-title">{t('order_when')}</h2>
      <VisitDay actor={actor} product={product} context={context} today={today} busy={busy} />
      <p className="fine">{t('order_visit_notice')}</p>
      {/* of an element with a text React compares nothing but that, so it keeps what the script has put here */}
      <div id={earlyTimesId} suppressHydrationWarning>
        {''}
      </div>
    </section>
  );
}
