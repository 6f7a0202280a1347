import type { ReactNode } from 'react';
import type { Order } from '#src/domain/order.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { VisitBar } from '#src/screens/visit-bar.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The order and its amount, with the button to the next step: the same on every step after the order. */
export function PurchaseBar({ order, children }: { order: Order; children?: ReactNode }) {
  const { price } = useTexts();
  return (
    <VisitBar sold={useTranslatedOrder()(order).main_product} amount={price(order.price)}>
      {children}
    </VisitBar>
  );
}
