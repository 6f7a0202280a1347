import type { Order } from '#src/domain/order.ts';
import { LegalLink } from '#src/screens/legal-link.tsx';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { Section } from '#src/ui/section.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = { order: Order; method: string };

/** Information that Japanese mail-order law requires before an order is placed (docs/payments.md#sellers-notice). */
export function Terms({ order, method }: Props) {
  const { t, price } = useTexts();
  const { caution } = useTranslatedOrder()(order).main_product;
  return (
    <Section title={t('confirm_terms')}>
      <ul className="bullets">
        {order.price > 0 ? (
          <li>{unbroken(t('confirm_terms_payment', { price: price(order.price), method }))}</li>
        ) : null}
        <li>{t('confirm_terms_delivery')}</li>
        <li>{t('confirm_terms_cancel')}</li>
        <li>{t('confirm_terms_correct')}</li>
        {caution ? <li>{caution}</li> : null}
        <li>
          <LegalLink document="terms" textId="sign_in_terms" />
        </li>
        <li>
          <LegalLink document="privacy" textId="sign_in_privacy" />
        </li>
      </ul>
    </Section>
  );
}
