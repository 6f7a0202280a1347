import { useSelector } from '@xstate/react';
import type { PurchaseChild } from '#machines/refs.ts';
import { buttonProps } from '#src/screens/control.ts';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = { checkout: PurchaseChild<'checkout'> };

/**
 * Whether the payment may not have been sent: it was made in this page (a return from the provider has `r`), and the server has
 * replied neither to it nor to a look-up.
 */
const useMayBeUnsent = ({ checkout }: Props): boolean =>
  useSelector(checkout, ({ context: { isUnreachable, payment, r, redirect, challenge } }) =>
    Boolean(isUnreachable && payment && r === null && !redirect && !challenge),
  );

/** A payment whose outcome is looked up, by itself or by the visitor. */
export function LookUp({ checkout }: Props) {
  const { t } = useTexts();
  const mayBeUnsent = useMayBeUnsent({ checkout });
  const isUnreachable = useSelector(checkout, (snapshot) => snapshot.context.isUnreachable);
  const canQuery = useSelector(checkout, (snapshot) => snapshot.can({ type: 'checkout.ask' }));
  return (
    <>
      <div role="status">
        <Spinner label={t('payment_callback_checking')} />
        {isUnreachable ? (
          <NoticeBox tone="warn" text={t(mayBeUnsent ? 'payment_callback_unsent' : 'payment_callback_unreachable')} />
        ) : null}
      </div>
      <ul className="bullets">
        <li>{t('payment_callback_once')}</li>
        <li>{t('payment_callback_keep')}</li>
      </ul>
      <ButtonRow>
        <Button busy={!canQuery} {...buttonProps(checkout, { type: 'checkout.ask' }, { primary: true })}>
          {t('payment_callback_ask')}
        </Button>
      </ButtonRow>
    </>
  );
}

function Checking({ checkout }: Props) {
  const { t } = useTexts();
  const reference = useSelector(checkout, (snapshot) => snapshot.context.challenge?.payment_intent_id);
  const mayBeUnsent = useMayBeUnsent({ checkout });
  return (
    <>
      <ScreenTitle lead={mayBeUnsent ? null : t('payment_callback_lead')}>{t('payment_callback_title')}</ScreenTitle>
      <Columns
        aside={
          <>
            <div className="fine">
              <p>{t('payment_callback_reference')}</p>
              {reference ? <p translate="no">{reference}</p> : null}
            </div>
            <Contact />
          </>
        }
      >
        <LookUp checkout={checkout} />
      </Columns>
    </>
  );
}

/** The outcome of the payment is not known yet; the page never assumes a decline. */
export function PaymentCallbackScreen() {
  const checkout = usePurchaseChild('checkout');
  return checkout ? <Checking checkout={checkout} /> : null;
}
