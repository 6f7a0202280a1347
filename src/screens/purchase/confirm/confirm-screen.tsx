import { useSelector } from '@xstate/react';
import { taxInside } from '#src/domain/money.ts';
import { buttonProps } from '#src/screens/control.ts';
import { ChangeNotice } from '#src/screens/purchase/change-notice.tsx';
import { HoldStrip } from '#src/screens/purchase/hold-strip.tsx';
import { useOrderRows } from '#src/screens/purchase/order-rows.tsx';
import { PurchaseBar } from '#src/screens/purchase/purchase-bar.tsx';
import { useCatalogue, usePurchase, usePurchaseChild } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { Columns } from '#src/ui/columns.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { useCustomerRows } from './customer-rows.ts';
import { cardText } from './paid-by.ts';
import { Terms } from './terms.tsx';
import { useWaited } from './use-waited.ts';

const waitingTexts = [
  'confirm_working',
  'confirm_working_long',
  'confirm_working_very_long',
] as const satisfies readonly MessageId[];

/** The whole order once more, and always in reach the button that submits it; stays while the payment runs. */
export function ConfirmScreen() {
  const { t, price } = useTexts();
  const { methods, configurations } = useCatalogue();
  const purchase = usePurchase();
  const checkout = usePurchaseChild('checkout');
  const rowsOf = useOrderRows();
  const customerRowsOf = useCustomerRows();
  const { order, method, payment, site } = useSelector(purchase, (snapshot) => snapshot.context);
  const isIdle = useSelector(purchase, (snapshot) => snapshot.can({ type: 'checkout.submit' }));
  // A 3-D Secure challenge restarts the wait, because the visitor was occupied with it.
  const wait = useSelector(checkout, (snapshot) =>
    snapshot ? `${snapshot.context.challenge?.payment_intent_id}` : null,
  );
  const waited = useWaited(wait);
  if (!order) return null;

  const methodName = methods.find(({ id }) => id === method)?.name ?? '';
  const card = payment ? cardText(payment) : '';
  // A purchase that began by mail has no pages to change tickets or customer details.
  const change = (to: 'order' | 'sign-in' | 'payment', text: string) =>
    site.onlyMail && to !== 'payment' ? null : (
      <Button variant="quiet" disabled={!isIdle} {...buttonProps(purchase, { type: 'step.change', to }, { key: to })}>
        {text}
      </Button>
    );

  const submit = (
    <PurchaseBar order={order}>
      {isIdle ? <p className="agree">{t('confirm_agree')}</p> : null}
      <div className={isIdle ? 'vh' : 'agree'} role="status">
        {isIdle ? null : <Spinner label={t(waitingTexts[waited] ?? 'confirm_working_very_long')} />}
      </div>
      <Button
        variant="primary"
        busy={!isIdle}
        {...buttonProps(purchase, { type: 'checkout.submit' }, { primary: true })}
      >
        {order.price > 0 ? unbroken(t('confirm_submit', { price: price(order.price) })) : t('confirm_submit_free')}
      </Button>
    </PurchaseBar>
  );

  return (
    <>
      <ScreenTitle lead={t('confirm_lead')}>{t('confirm_title')}</ScreenTitle>
      <Columns aside={submit}>
        <ChangeNotice />
        <HoldStrip />
        <Section title={t('confirm_tickets')} aside={change('order', t('confirm_change_order'))}>
          <SummaryList rows={rowsOf(order)} total={{ term: t('order_total'), detail: price(order.price) }} />
          {order.price > 0 ? (
            <p className="fine">
              {unbroken(
                t('confirm_tax', {
                  tax: price(taxInside(order.price, configurations.tax_rate)),
                  rate: configurations.tax_rate,
                }),
              )}
            </p>
          ) : null}
        </Section>
        {order.customer_info ? (
          <Section title={t('confirm_customer')} aside={change('sign-in', t('confirm_change_customer'))}>
            <SummaryList rows={customerRowsOf(order.customer_info)} />
          </Section>
        ) : null}
        <Section title={t('confirm_payment')} aside={change('payment', t('confirm_change_payment'))}>
          <SummaryList
            rows={[
              { key: 'method', term: t('confirm_method'), detail: methodName },
              ...(card ? [{ key: 'card', term: t('confirm_card'), detail: <span translate="no">{card}</span> }] : []),
            ]}
          />
        </Section>
        <Terms order={order} method={methodName} />
        <Button variant="quiet" disabled={!isIdle} {...buttonProps(purchase, { type: 'step.back' })}>
          {t('confirm_back')}
        </Button>
      </Columns>
    </>
  );
}
