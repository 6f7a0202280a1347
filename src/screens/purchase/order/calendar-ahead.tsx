import type { Product } from '#src/domain/product.ts';
import { firstDayOf } from '#src/screens/slots/slots.ts';
import { VisitDay, type VisitDayProps } from '#src/screens/slots/visit-day.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Products with a calendar that opens on the same weeks as the first one's: most of them. */
export const sharingCalendar = (products: readonly Product[], today: string): readonly Product[] => {
  const dated = products.filter(({ sale_type }) => sale_type !== 'period');
  const [first] = dated;
  return first ? dated.filter((one) => firstDayOf(one, today) === firstDayOf(first, today)) : [];
};

/**
 * The calendar on which most products open, without stock. Styles alone show it when one of them is picked, so that a pick is
 * answered before any script runs (docs/architecture.md#first-screen); then the product's own calendar takes its place.
 */
export function CalendarAhead({ actor, product, context, today, busy }: VisitDayProps) {
  const { t } = useTexts();
  return (
    <section className="section ahead" hidden>
      <h2 className="section-title">{t('order_when')}</h2>
      <VisitDay actor={actor} product={product} context={context} today={today} busy={busy} />
      <p className="fine">{t('order_visit_notice')}</p>
    </section>
  );
}
