import { taxInside } from '#src/domain/money.ts';
import type { Order } from '#src/domain/order.ts';
import { Policies } from '#src/screens/purchase/sign-in/policies.tsx';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Section } from '#src/ui/layout.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** `tax`: percent. */
type Props = { order: Order; method: string; tax: number };

/** Information that Japanese mail-order law requires before an order is placed (docs/payments.md#sellers-notice). */
export function Terms({ order, method, tax }: Props) {
  const { t, price } = useTexts();
  const { caution } = useTranslatedOrder()(order).main_product;
  return (
    <Section title={t('confirm_terms')}>
      <ul className="bullets fine">
        {order.price > 0 ? (
          <li>
            {unbroken(t('confirm_terms_payment', { price: price(order.price), method }))}
            <br />
            {unbroken(t('confirm_tax', { tax: price(taxInside(order.price, tax)), rate: tax }))}
          </li>
        ) : null}
        <li>{t('confirm_terms_delivery')}</li>
        <li>{t('confirm_terms_cancel')}</li>
        <li>{t('confirm_terms_correct')}</li>
        {caution ? <li>{caution}</li> : null}
      </ul>
      <Policies />
    </Section>
  );
}
