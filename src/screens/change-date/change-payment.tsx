import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useEffect, useMemo } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { isCard } from '#src/domain/payment.ts';
import { startFingerprint } from '#src/payments/payment-session.ts';
import { MethodCards } from '#src/screens/purchase/payment/method-cards.tsx';
import { offerOf, shownMethod } from '#src/screens/purchase/payment/offer.ts';
import { PaymentError } from '#src/screens/purchase/payment/payment-error.tsx';
import { useCatalogue, useShop } from '#src/screens/shop.ts';
import { useVenueClock } from '#src/screens/visit.tsx';
import { holdComposingEnter } from '#src/ui/composing.ts';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Id of the form, whose button is beside it. */
export const paymentForm = 'change-payment';

/** How what the change costs is paid, with the form of the chosen method, and until when the new seats are held. */
export function ChangePayment({ change }: { change: AppChild<'changedate'> }) {
  const { t } = useTexts();
  const { site } = useShop();
  const { methods } = useCatalogue();
  const clockOf = useVenueClock();
  const { placed, method: chosen, failure } = useSelector(change, (snapshot) => snapshot.context);
  const { price = 0, seconds_left = 0 } = placed?.order ?? {};
  const offer = useMemo(() => offerOf(methods, site.methods, price), [methods, site.methods, price]);
  useEffect(startFingerprint, []);
  const method = shownMethod(offer.offered, chosen);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.send({ type: 'payment.submit', method });
  };
  return (
    <form id={paymentForm} aria-label={t('payment_title')} noValidate onSubmit={submit} onKeyDown={holdComposingEnter}>
      {placed ? <p>{unbroken(t('hold_until', { time: clockOf(placed.at + seconds_left * 1000) }))}</p> : null}
      <MethodCards
        payment={change}
        method={method}
        amount={price}
        error={<PaymentError declined={methods.find(({ id }) => id === chosen)} failure={failure} />}
        wallets={null}
        hasCoupon={false}
        {...offer}
      />
      {isCard(method) ? (
        <p className="fine">
          {t('payment_secure')} {t('payment_identity_check')}
        </p>
      ) : null}
    </form>
  );
}
