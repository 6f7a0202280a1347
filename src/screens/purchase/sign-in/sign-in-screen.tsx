import { useSelector } from '@xstate/react';
import { effectOf, failures } from '#src/domain/failures.ts';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { HoldStrip } from '../hold-strip.tsx';
import { CustomerForm } from './customer-form.tsx';
import { OrderStrip } from './order-strip.tsx';

/** The customer's details, by the site's field templates (docs/product.md#screen-sign-in). */
export function SignInScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const { fieldTemplates } = useCatalogue();
  const order = useSelector(purchase, ({ context }) => context.order);
  const failure = useSelector(purchase, ({ context }) => context.failure);
  const isMarked = (field: string) => fieldTemplates.some((one) => one.is_display && one.field_name === field);
  const isMended = failure !== null && effectOf(failure) === 'mend' && !(failure.fields ?? []).some(isMarked);
  // A refused field that the form does not show cannot be corrected there, so the text quotes it for support.
  const text = failure?.code === 'invalid_input' ? 'failure_bad_request' : failure && failures[failure.code].text;
  return (
    <>
      <ScreenTitle lead={t('sign_in_lead')}>{t('sign_in_title')}</ScreenTitle>
      {order ? <OrderStrip order={order} /> : null}
      <HoldStrip />
      {isMended && text ? (
        <NoticeBox role="alert" tone="error">
          <p>{tAny(text, { code: [failure.code, ...(failure.fields ?? [])].join(' ') })}</p>
        </NoticeBox>
      ) : null}
      <CustomerForm purchase={purchase} templates={fieldTemplates} />
    </>
  );
}
