import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import type { PurchaseChild } from '#machines/refs.ts';
import { type ExpressWallet, isCard } from '#src/domain/payment.ts';
import { startFingerprint } from '#src/payments/payment-session.ts';
import { buttonProps, submitProps } from '#src/screens/control.ts';
import { expressWalletNames } from '#src/screens/purchase/confirm/paid-by.ts';
import { Terms } from '#src/screens/purchase/confirm/terms.tsx';
import { ExpressButtons } from '#src/screens/purchase/express/express-buttons.tsx';
import { OrderList } from '#src/screens/purchase/order-rows.tsx';
import { CancelButton, ChangeNotice, HoldStrip, PurchaseBar } from '#src/screens/purchase/step-parts.tsx';
import { useCatalogue, usePurchase, usePurchaseChild, useShop } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { holdComposingEnter } from '#src/ui/composing.ts';
import { Fold } from '#src/ui/fold.tsx';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { CouponBox } from './coupon-box.tsx';
import { MethodCards } from './method-cards.tsx';
import { expressMethodOf, offerOf, shownMethod } from './offer.ts';
import { PaymentError } from './payment-error.tsx';

const formId = 'payment';

function Payment({ payment }: { payment: PurchaseChild<'payment'> }) {
  const { t, price } = useTexts();
  const { site } = useShop();
  const purchase = usePurchase();
  const { methods, configurations } = useCatalogue();
  const { order, method: chosen, failure } = useSelector(payment, (snapshot) => snapshot.context);
  const coupon = useSelector(payment, (snapshot) => snapshot.children.coupon);
  const isPending = useSelector(payment, (snapshot) => snapshot.hasTag('pending'));
  const mayGoBack = useSelector(purchase, (snapshot) => snapshot.can({ type: 'step.back' }));
  const isChange = useSelector(purchase, ({ context }) => context.changing && context.payment !== null);
  const [wallets, setWallets] = useState<readonly ExpressWallet[]>([]);
  const total = order?.price ?? 0;
  const offer = useMemo(() => offerOf(methods, site.methods, total), [methods, site.methods, total]);
  useEffect(startFingerprint, []);
  if (!order) return null;
  const method = shownMethod(offer.offered, chosen);
  const express = expressMethodOf(offer);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    payment.send({ type: 'payment.submit', method });
  };

  return (
    <>
      <ScreenTitle>{t('payment_title')}</ScreenTitle>
      <Columns
        aside={
          <>
            <Fold summary={t('payment_order')} isNeeded={wallets.length > 0} isBeside>
              <OrderList order={order} />
            </Fold>
            {wallets.length > 0 ? (
              <Terms
                order={order}
                method={wallets.map((wallet) => expressWalletNames[wallet]).join(' / ')}
                tax={configurations.tax_rate}
              />
            ) : null}
            <PurchaseBar order={order}>
              {offer.offered.length > 0 ? (
                <Button form={formId} busy={isPending} {...submitProps('payment.submit')}>
                  {t('payment_submit')}
                </Button>
              ) : null}
            </PurchaseBar>
            <ButtonRow quiet>
              {mayGoBack ? (
                <Button variant="quiet" {...buttonProps(purchase, { type: 'step.back' })}>
                  {t(isChange ? 'change_back' : 'payment_back')}
                </Button>
              ) : null}
              <CancelButton />
            </ButtonRow>
          </>
        }
      >
        <ChangeNotice />
        <HoldStrip />
        <form id={formId} aria-label={t('payment_title')} noValidate onSubmit={submit} onKeyDown={holdComposingEnter}>
          <MethodCards
            payment={payment}
            method={method}
            amount={order.price}
            error={<PaymentError declined={methods.find(({ id }) => id === order.payment_method)} failure={failure} />}
            wallets={
              express && site.expressWallets.length > 0 ? (
                <ExpressButtons
                  order={order}
                  method={express}
                  wallets={site.expressWallets}
                  onAvailable={setWallets}
                  mayPay={() => !payment.getSnapshot().hasTag('pending')}
                  onConfirmed={(confirmed) =>
                    payment.send({ type: 'sheet.confirmed', method: express, payment: confirmed })
                  }
                  onClosed={(failure) => payment.send({ type: 'sheet.closed', failure })}
                >
                  {unbroken(t('express_text', { price: price(order.price) }))} {t('confirm_agree')}
                </ExpressButtons>
              ) : null
            }
            hasCoupon={order.coupon != null}
            {...offer}
          />
        </form>
        {order.price > 0 ? (
          <p className="fine">
            {isCard(method) ? `${t('payment_secure')} ${t('payment_identity_check')} ` : null}
            {t('payment_not_yet')}
          </p>
        ) : null}
        {coupon ? <CouponBox coupon={coupon} order={order} busy={isPending} /> : null}
      </Columns>
    </>
  );
}

/** How the order will be paid. */
export function PaymentScreen() {
  const payment = usePurchaseChild('payment');
  return payment ? <Payment payment={payment} /> : null;
}
