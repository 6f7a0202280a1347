import { useSelector } from '@xstate/react';
import type { OrderContext } from '#machines/order/order.types.ts';
import { couponDiscount, totalOf } from '#src/domain/money.ts';
import type { Product } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { useSlotTexts } from '#src/screens/slots/slots.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Button } from '#src/ui/button.tsx';
import { TotalBar } from '#src/ui/total-bar.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import type { Missing, PricedLine } from './order-view.ts';

export type OrderSummaryProps = {
  product: Product | undefined;
  choice: OrderContext['choice'];
  lines: readonly PricedLine[];
  /** The missing choice that the button leads to; null if the order can be placed. */
  missing: Missing | null;
  busy: boolean;
  onSubmit: () => void;
};

/** The choice so far in a line, the running total and the button, which names the next step. */
export function OrderSummary({ product, choice, lines, missing, busy, onSubmit }: OrderSummaryProps) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const { products, configurations } = useCatalogue();
  const { day, timespan, sets } = choice;
  const taken = lines.filter(({ count }) => count > 0);
  const order = useSelector(usePurchase(), (snapshot) => snapshot.context.order);
  const translated = useTranslatedOrder();
  const coupon = order ? translated(order).coupon : null;
  const priced = taken.map(({ option: { id, name }, ...line }) => ({ id, name, ...line }));
  const discount = coupon && product ? couponDiscount(coupon, { product_uuid: product.uuid, lines: priced, sets }) : 0;
  const yen = totalOf([...taken, ...sets]) - discount;
  const total = price(yen);
  const counted = [...priced, ...sets].map(({ name, count }) => t('common_times', { name, count }));
  const facts = [
    counted.length > 0 ? counted.join(' · ') : t('order_prices'),
    timespan && product?.sale_type !== 'period' ? slotTexts.short(timespan) : day && slotTexts.shortDay(day),
    coupon && discount > 0 ? `${coupon.coupon_name} ${price(-discount)}` : null,
  ].filter((fact) => fact !== null);
  const offered = product ? lines.map((line) => line.price) : products.map(({ price_from }) => price_from);
  const lowest = Math.min(...offered.filter((yen) => yen > 0));
  return (
    <>
      <TotalBar
        label={facts.map((fact) => <span key={fact}>{unbroken(fact)}</span>)}
        amount={
          counted.length > 0
            ? total
            : Number.isFinite(lowest)
              ? t('order_from', { price: price(lowest) })
              : t('order_price_free')
        }
        announce={taken.length > 0 ? t('order_total_spoken', { price: total }) : ''}
      >
        <Button variant="primary" wide busy={busy} onClick={onSubmit} {...marks('order.submit', { primary: true })}>
          {missing
            ? t(missing.text, {
                min: product?.min_quantity ?? 1,
                max: product?.max_quantity ?? 1,
                ...missing.values,
              })
            : unbroken(t('order_submit', { price: yen > 0 ? total : t('order_price_free') }))}
        </Button>
      </TotalBar>
      {configurations.bot_check ? <p className="fine">{t('order_bot_check')}</p> : null}
    </>
  );
}
