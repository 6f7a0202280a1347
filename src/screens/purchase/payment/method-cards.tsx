import type { ComponentType, ReactNode } from 'react';
import { type Method, minTotalOf } from '#src/domain/payment.ts';
import { GmoForm } from '#src/payments/gmo-form.tsx';
import type { MethodFormProps } from '#src/payments/method.ts';
import { SoftbankCreditForm } from '#src/payments/softbank-credit-form.tsx';
import { StripeForm, StripeSecureForm } from '#src/payments/stripe-forms.tsx';
import { AlipayForm, PaypayForm } from '#src/payments/wallet-forms.tsx';
import { buttonProps, marks } from '#src/screens/control.ts';
import { useShop, useToday } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { CardGroup, RadioCard } from '#src/ui/card.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { BrandMarks } from './brand-marks.tsx';
import type { Offer } from './offer.ts';

/** The actor that the choice is sent to: of a purchase, or of a change of date. */
type Payment = { send: (event: { type: 'method.choose'; method: Method }) => void };
type Choice = Offer & { payment: Payment; method: Method | null; amount: number };
type Props = Choice & { error: ReactNode; wallets: ReactNode; hasCoupon: boolean };

/** The form of each method; null if there is nothing to fill in. */
const methodForms: Record<Method, ComponentType<MethodFormProps> | null> = {
  gmo: GmoForm,
  gmo_paypay: PaypayForm,
  alipay: AlipayForm,
  stripe: StripeForm,
  stripe_secure: StripeSecureForm,
  softbank_credit: SoftbankCreditForm,
  softbank_alipay: AlipayForm,
  softbank_paypay: PaypayForm,
  free: null,
};

/** Id of the group, for the focus after a refused step. */
export const methodsId = 'payment-methods';

/** The chosen method's form, with a skeleton for fields of the provider and a notice if its script is blocked. */
function MethodForm({ payment, method, offered, amount }: Choice & { method: Method }) {
  const { t } = useTexts();
  const { lang } = useShop();
  const today = useToday();
  const Form = methodForms[method];
  if (!Form) return null;
  const blocked = (again: () => void) => (
    <NoticeBox
      tone="warn"
      role="alert"
      title={t('payment_blocked_title')}
      actions={
        <>
          <Button onClick={again}>{t('common_try_again')}</Button>
          {offered
            .filter(({ id }) => id !== method)
            .map(({ id, name }) => (
              <Button
                key={id}
                variant="quiet"
                {...buttonProps(payment, { type: 'method.choose', method: id }, { key: id })}
              >
                {t('payment_method_instead', { method: name })}
              </Button>
            ))}
        </>
      }
      text={t('payment_blocked_text')}
    />
  );
  return (
    <Form
      amount={amount}
      lang={lang}
      today={today}
      waiting={<Skeleton kind="fields" label={t('common_loading')} />}
      blocked={blocked}
    />
  );
}

/**
 * The available methods; the chosen one has its note and its form in its card. `error`: why another choice is needed; `wallets`: the
 * buttons that pay at once; `hasCoupon`: removing the coupon changes the total.
 */
export function MethodCards({ error, wallets, hasCoupon, ...choice }: Props) {
  const { t, price } = useTexts();
  const { payment, method, offered, tooSmall } = choice;
  return (
    <CardGroup id={methodsId} legend={t('payment_methods')}>
      {error}
      {wallets}
      {offered.map(({ id, name, note }) => (
        <RadioCard
          key={id}
          name="payment_method"
          value={id}
          heading={name}
          description={id === method ? note : null}
          detail={<BrandMarks name={name} note={note} isRead={id === method} />}
          checked={id === method}
          onPick={() => payment.send({ type: 'method.choose', method: id })}
          {...marks('method.choose', { key: id })}
        >
          {id === method && methodForms[id] ? <MethodForm {...choice} method={id} /> : null}
        </RadioCard>
      ))}
      {tooSmall.map(({ id, name, min_amount }) => (
        <p key={id} className="fine">
          {unbroken(t('payment_method_too_small', { method: name, min: price(minTotalOf({ id, min_amount })) }))}
        </p>
      ))}
      {offered.length === 0 ? (
        <NoticeBox tone="warn">{t(hasCoupon ? 'payment_method_none_coupon' : 'payment_method_none')}</NoticeBox>
      ) : null}
    </CardGroup>
  );
}
