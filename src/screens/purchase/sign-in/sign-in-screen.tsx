import { useSelector } from '@xstate/react';
import { effectOf, failures } from '#src/domain/failures.ts';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';
import { HoldStrip } from '../hold-strip.tsx';
import { CustomerForm } from './customer-form.tsx';
import { OrderStrip } from './order-strip.tsx';

/** The customer's details, by the site's field templates (docs/product.md#screen-sign-in). */
export function SignInScreen() {
  const { say, sayAny } = useWords();
  const purchase = usePurchase();
  const { fieldTemplates } = useCatalogue();
  const order = useSelector(purchase, ({ context }) => context.order);
  const note = useSelector(purchase, ({ context }) => context.note);
  const isMarked = (field: string) => fieldTemplates.some((one) => one.is_display && one.field_name === field);
  const isMended = note !== null && effectOf(note) === 'mend' && !(note.fields ?? []).some(isMarked);
  // A refused field that the form does not show cannot be corrected there, so the text quotes it for support.
  const text = note?.code === 'invalid_input' ? 'failure_bad_request' : note && failures[note.code].text;
  return (
    <>
      <ScreenTitle lead={say('sign_in_lead')}>{say('sign_in_title')}</ScreenTitle>
      {order ? <OrderStrip order={order} /> : null}
      <HoldStrip />
      {isMended && text ? (
        <NoticeBox role="alert" tone="error">
          <p>{sayAny(text, { code: [note.code, ...(note.fields ?? [])].join(' ') })}</p>
        </NoticeBox>
      ) : null}
      <CustomerForm purchase={purchase} templates={fieldTemplates} />
    </>
  );
}
