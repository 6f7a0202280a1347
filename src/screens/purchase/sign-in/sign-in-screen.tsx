import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { effectOf, type FailureCode, failureText } from '#src/domain/failures.ts';
import { HoldStrip } from '#src/screens/purchase/step-parts.tsx';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';
import { fetchForms } from '../payment/forms.ts';
import { CustomerForm } from './customer-form.tsx';

/** Texts of failures on this step. A refused field that the form does not show cannot be corrected, so it is quoted for support. */
const texts: Partial<Record<FailureCode, MessageId>> = {
  invalid_input: 'failure_bad_request',
  token_unavailable: 'express_failed',
};

/** The customer's details, by the site's field templates (docs/product.md#screen-sign-in). */
export function SignInScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const { fieldTemplates, methods } = useCatalogue();
  const [method, another] = methods.filter(({ id }) => id !== 'free');
  // the only method that is paid by is chosen already when the payment opens, so its form is needed at once
  useEffect(() => {
    if (method && !another) return whenIdle(() => fetchForms([method.id]));
  }, [method, another]);
  const failure = useSelector(purchase, ({ context }) => context.failure);
  const isMarked = (field: string) => fieldTemplates.some((one) => one.is_display && one.field_name === field);
  const isMended = failure !== null && effectOf(failure) === 'mend' && !(failure.fields ?? []).some(isMarked);
  const isClosed = failure?.quoted === 'closed';
  const text = failure && (texts[failure.code] ?? failureText(failure.code));
  return (
    <>
      <ScreenTitle>{t('sign_in_title')}</ScreenTitle>
      <CustomerForm purchase={purchase} templates={fieldTemplates}>
        <HoldStrip />
        {isClosed ? (
          <p className="fine" role="status">
            {t('decline_unfinished')}
          </p>
        ) : null}
        {isMended && text && !isClosed ? (
          <NoticeBox role="alert" tone="error">
            <p>{tAny(text)}</p>
            <p className="fine">
              {t('dialog_number', { number: [failure.code, ...(failure.fields ?? [])].join(' ') })}
            </p>
          </NoticeBox>
        ) : null}
      </CustomerForm>
    </>
  );
}
