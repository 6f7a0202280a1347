import type { Order } from '#src/domain/order.ts';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { useVisit } from '#src/screens/visit.ts';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** Summary of the order above the customer form: product, visit, total. */
export function OrderStrip({ order }: { order: Order }) {
  const { t, price } = useTexts();
  const { product_name, quantity, ...main } = useTranslatedOrder()(order).main_product;
  const { date, time } = useVisit()(main);
  return (
    <SummaryList
      rows={[
        {
          key: 'visit',
          term: unbroken(product_name),
          detail: (
            <>
              <p>{unbroken(date)}</p>
              {time ? <p>{unbroken(time)}</p> : null}
            </>
          ),
        },
      ]}
      total={{ term: t('order_count', { count: quantity }), detail: price(order.price) }}
    />
  );
}
