import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import type { OrderContext } from '#machines/order/order.types.ts';
import { couponDiscount, totalOf } from '#src/domain/money.ts';
import type { Product } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { useSlotTexts } from '#src/screens/slots/use-slot-texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { TotalBar } from '#src/ui/total-bar.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import type { Missing, PricedLine } from './order-view.ts';

export type OrderSummaryProps = {
  product: Product | undefined;
  choice: OrderContext['choice'];
  lines: readonly PricedLine[];
  /** What the button leads to; null if the order can be placed. */
  missing: Missing | null;
  busy: boolean;
  onSubmit: () => void;
};

/** The choice so far, the running total and the button, which names the next step. */
export function OrderSummary({ product, choice, lines, missing, busy, onSubmit }: OrderSummaryProps) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const { bot_check } = useCatalogue().configurations;
  const { day, timespan, sets } = choice;
  const taken = lines.filter(({ count }) => count > 0);
  const order = useSelector(usePurchase(), (snapshot) => snapshot.context.order);
  const translated = useTranslatedOrder();
  const coupon = order ? translated(order).coupon : null;
  const priced = taken.map(({ option: { id }, ...line }) => ({ id, ...line }));
  const discount = coupon && product ? couponDiscount(coupon, { product_uuid: product.uuid, lines: priced, sets }) : 0;
  const yen = totalOf([...taken, ...sets]) - discount;
  const total = price(yen);
  const open = t('order_summary_open');
  const visit = product && timespan ? slotTexts.visit(product.sale_type, timespan) : day ? slotTexts.day(day) : open;
  const times = (id: string, name: string, count: number) => <p key={id}>{t('common_times', { name, count })}</p>;
  const tickets = taken.map(({ option: { id, name }, count }) => times(id, name, count));
  const extras = sets.map(({ id, name, count }) => times(id, name, count));
  return (
    <>
      {product ? (
        <Section title={t('order_summary')} className={discount > 0 ? undefined : 'chosen'}>
          <SummaryList
            rows={[
              { key: 'ticket', term: t('order_summary_ticket'), detail: unbroken(product.product_name) },
              { key: 'visit', term: t('order_summary_when'), detail: unbroken(visit) },
              { key: 'tickets', term: t('order_summary_tickets'), detail: taken.length > 0 ? tickets : open },
              ...(extras.length > 0 ? [{ key: 'sets', term: t('summary_sets'), detail: extras }] : []),
              ...(coupon && discount > 0
                ? [
                    {
                      key: 'coupon',
                      term: t('summary_coupon'),
                      detail: unbroken(`${coupon.coupon_name} ${price(-discount)}`),
                    },
                  ]
                : []),
            ]}
          />
        </Section>
      ) : null}
      <TotalBar
        label={t('order_total')}
        amount={total}
        announce={taken.length > 0 ? t('order_total_spoken', { price: total }) : ''}
        state={missing ? 'open' : 'complete'}
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
      {bot_check ? <p className="fine">{t('order_bot_check')}</p> : null}
    </>
  );
}
