import type { Order } from '#src/domain/order.ts';
import { useSpokenOrder } from '#src/screens/purchase/spoken-order.ts';
import { useVisit } from '#src/screens/visit.ts';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { useWords } from '#src/ui/words.ts';

/** Summary of the order above the customer form: product, visit, total. */
export function OrderStrip({ order }: { order: Order }) {
  const { say, price } = useWords();
  const { product_name, quantity, ...main } = useSpokenOrder()(order).main_product;
  const { date, time } = useVisit()(main);
  return (
    <SummaryList
      rows={[
        {
          key: 'visit',
          term: product_name,
          detail: (
            <>
              <p>{date}</p>
              {time ? <p>{time}</p> : null}
            </>
          ),
        },
      ]}
      total={{ term: say('order_count', { count: quantity }), detail: price(order.price) }}
    />
  );
}
