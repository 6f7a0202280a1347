import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { effectOf, failureText } from '#src/domain/failures.ts';
import type { Method } from '#src/domain/payment.ts';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';
import { HoldStrip } from '../hold-strip.tsx';
import { CustomerForm } from './customer-form.tsx';

/** The only method that is paid by is chosen already when the payment opens, so its form is needed at once. */
const fetchFormOf = async (method: Method): Promise<void> => {
  const { fetchForms } = await import('../payment/forms.ts');
  fetchForms([method]);
};

/** The customer's details, by the site's field templates (docs/product.md#screen-sign-in). */
export function SignInScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const { fieldTemplates, methods } = useCatalogue();
  const [method, another] = methods.filter(({ id }) => id !== 'free');
  useEffect(() => {
    if (method && !another) return whenIdle(() => void fetchFormOf(method.id).catch(() => undefined));
  }, [method, another]);
  const failure = useSelector(purchase, ({ context }) => context.failure);
  const isMarked = (field: string) => fieldTemplates.some((one) => one.is_display && one.field_name === field);
  const isMended = failure !== null && effectOf(failure) === 'mend' && !(failure.fields ?? []).some(isMarked);
  // A refused field that the form does not show cannot be corrected there, so the text quotes it for support.
  const text = failure?.code === 'invalid_input' ? 'failure_bad_request' : failure && failureText(failure.code);
  return (
    <>
      <ScreenTitle lead={t('sign_in_lead')}>{t('sign_in_title')}</ScreenTitle>
      <CustomerForm purchase={purchase} templates={fieldTemplates}>
        <HoldStrip />
        {isMended && text ? (
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
