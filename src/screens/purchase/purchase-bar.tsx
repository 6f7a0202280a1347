import type { ReactNode } from 'react';
import type { Order } from '#src/domain/order.ts';
import { useShortVisit } from '#src/screens/visit.ts';
import { TotalBar } from '#src/ui/total-bar.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { useTranslatedOrder } from './translated-order.ts';

/** A longer name of a kind of ticket would take a second line of the bar. */
const longestName = 8;

/** "Adult × 2", "Sat 28 Nov 18:00" and the amount, with the button to the next step: the same on every step after the order. */
export function PurchaseBar({ order, children }: { order: Order; children?: ReactNode }) {
  const { t, price } = useTexts();
  const { product_name, quantity, order_options, ...main } = useTranslatedOrder()(order).main_product;
  const [line, other] = order_options.filter((option) => option.quantity > 0);
  const isNamed = line && !other && line.name.length <= longestName;
  const count = isNamed
    ? t('common_times', { name: line.name, count: quantity })
    : t('order_count', { count: quantity });
  const visit = useShortVisit()(main);
  return (
    <TotalBar
      label={
        <>
          <b>{unbroken(product_name)}</b>
          <span>{unbroken(count)}</span>
          <span>{unbroken(visit)}</span>
        </>
      }
      amount={price(order.price)}
      announce=""
      state="complete"
    >
      {children}
    </TotalBar>
  );
}
