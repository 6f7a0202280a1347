import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { Product } from '#src/domain/product.ts';
import { firstMonthOf } from '#src/screens/slots/slots.ts';
import { VisitDay } from '#src/screens/slots/visit-day.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = { order: ActorRefFrom<typeof orderMachine>; products: readonly Product[]; today: string };

/** Products with a calendar that opens on the same month as the first one's: most of them. */
export const sharingCalendar = (products: readonly Product[], today: string): readonly Product[] => {
  const dated = products.filter(({ sale_type }) => sale_type !== 'period');
  const [first] = dated;
  return first ? dated.filter((one) => firstMonthOf(one, today) === firstMonthOf(first, today)) : [];
};

const nothing = { choice: { month: null, day: null }, days: [] };

/**
 * The calendar on which these products open, without stock. Styles alone show it when one of them is picked, so that a pick is
 * answered before any script runs (docs/architecture.md#first-screen); then the product's own takes its place.
 */
export function CalendarAhead({ order, products, today }: Props) {
  const { t } = useTexts();
  const [product] = products;
  if (!product) return null;
  return (
    <section className="section ahead" hidden>
      <h2 className="section-title">{t('order_when')}</h2>
      <VisitDay actor={order} product={product} context={nothing} today={today} busy />
    </section>
  );
}
