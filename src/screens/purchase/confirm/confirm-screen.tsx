import { useSelector } from '@xstate/react';
import { type CustomerField, type CustomerInfo, customerFields } from '#src/domain/customer.ts';
import { fieldTexts } from '#src/forms/field-texts.ts';
import { useOptions } from '#src/forms/use-options.ts';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { useOrderRows } from '#src/screens/purchase/order-rows.tsx';
import { CancelButton, ChangeNotice, HoldStrip, PurchaseBar } from '#src/screens/purchase/step-parts.tsx';
import { useCatalogue, usePurchase, usePurchaseChild } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';
import { cardText } from './paid-by.ts';
import { Terms } from './terms.tsx';
import { useWaited } from './use-waited.ts';

const magazine: Readonly<Record<string, MessageId>> = {
  true: 'confirm_mail_magazine_yes',
  false: 'confirm_mail_magazine_no',
};

/** Returns a function that converts a customer to summary rows, the mail address first; empty fields are left out. */
const useCustomerRows = (): ((customer: CustomerInfo) => SummaryRow[]) => {
  const { t } = useTexts();
  const { fieldTemplates } = useCatalogue();
  const optionsOf = useOptions();
  const textOf = (field: CustomerField, value: string): string => {
    const yesOrNo = field === 'mail_magazine' && magazine[value];
    if (yesOrNo) return t(yesOrNo);
    const list = fieldTemplates.find(({ field_name }) => field_name === field)?.list;
    return (list && optionsOf(list).find((option) => option.value === value)?.text) ?? value;
  };
  const others = customerFields.filter((field) => field !== 'email');
  return (customer) =>
    (['email', ...others] as const)
      .filter((field) => customer[field] !== '' && customer[field] !== 'none')
      .map((field) => ({ key: field, term: t(fieldTexts[field]), detail: textOf(field, customer[field]) }));
};

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
  const waitId = useSelector(checkout, (snapshot) =>
    snapshot ? `${snapshot.context.challenge?.payment_intent_id}` : null,
  );
  const waited = useWaited(waitId);
  if (!order) return null;

  const card = payment ? cardText(payment) : '';
  const methodName = methods.find(({ id }) => id === method)?.name;
  const [mail, ...details] = order.customer_info ? customerRowsOf(order.customer_info) : [];
  const [mailbox, domain] = order.customer_info?.email.split('@') ?? [];
  // A long address may break after its "@".
  const address = (
    <>
      {mailbox}@<wbr />
      {domain}
    </>
  );
  // Where nothing is to be paid, the payment step has only the coupon to change.
  const hasPayment = order.price > 0 || order.coupon != null;
  // A purchase that began by mail has no pages to change tickets or customer details.
  const changeButton = (to: 'order' | 'sign-in' | 'payment', text: string) =>
    (to === 'payment' ? !hasPayment : site.onlyMail) ? null : (
      <Button
        variant="quiet"
        aria-label={text}
        disabled={!isIdle}
        {...buttonProps(purchase, { type: 'step.change', to }, { key: to })}
      >
        {t('order_change')}
      </Button>
    );
  const [product, ...bought] = rowsOf(order);
  const rows = [
    ...(product ? [{ ...product, action: changeButton('order', t('confirm_change_order')) }] : []),
    ...bought,
    ...(mail ? [{ ...mail, detail: address, action: changeButton('sign-in', t('confirm_change_customer')) }] : []),
    {
      key: 'method',
      term: t('payment_title'),
      detail: (
        <>
          {methodName} {card ? <span translate="no">{card}</span> : null}
        </>
      ),
      action: changeButton('payment', t('confirm_change_payment')),
    },
  ];

  const submit = (
    <PurchaseBar order={order}>
      {isIdle ? <p className="agree">{t('confirm_agree')}</p> : null}
      <div className={isIdle ? 'vh' : 'agree'} role="status">
        {isIdle ? null : <Spinner label={t(waitingTexts[waited] ?? 'confirm_working_very_long')} />}
      </div>
      <Button busy={!isIdle} {...primaryProps(purchase, { type: 'checkout.submit' })}>
        {order.price > 0 ? unbroken(t('confirm_submit', { price: price(order.price) })) : t('confirm_submit_free')}
      </Button>
    </PurchaseBar>
  );

  return (
    <>
      <ScreenTitle>{t('confirm_title')}</ScreenTitle>
      <Columns aside={submit}>
        <ChangeNotice />
        <HoldStrip />
        <SummaryList rows={rows} total={{ term: t('order_total'), detail: price(order.price) }} />
        {details.length > 0 ? (
          <Fold summary={t('confirm_customer', { count: details.length })}>
            <SummaryList rows={details} />
          </Fold>
        ) : null}
        <Terms order={order} method={methodName ?? card} tax={configurations.tax_rate} />
        <ButtonRow quiet>
          <Button variant="quiet" disabled={!isIdle} {...buttonProps(purchase, { type: 'step.back' })}>
            {t(method === 'free' && !site.onlyMail ? 'payment_back' : 'confirm_back')}
          </Button>
          <CancelButton />
        </ButtonRow>
      </Columns>
    </>
  );
}
