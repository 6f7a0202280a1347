import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { inquiryMachine } from '#machines/inquiry/inquiry.machine.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { buttonProps } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { useAppChild } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { FindForm, LinksForm } from './inquiry-forms.tsx';

type Inquiry = ActorRefFrom<typeof inquiryMachine>;

/** Why no ticket was found: the same text for a wrong address and a wrong number, so that neither is revealed. */
function Refusal({ failure }: { failure: FailureDetails }) {
  const { t } = useTexts();
  if (failure.code !== 'ticket_not_found') return <FailureNotice failure={failure} />;
  return (
    <NoticeBox tone="error" role="alert" title={t('inquiry_not_found_title')}>
      <p>{t('inquiry_not_found_text')}</p>
    </NoticeBox>
  );
}

function Sent({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useTexts();
  const address = useSelector(inquiry, ({ context }) => context.email);
  return (
    <NoticeBox
      tone="ok"
      role="status"
      title={t('inquiry_sent_title')}
      actions={<Button {...buttonProps(inquiry, { type: 'inquiry.again' })}>{t('inquiry_back')}</Button>}
    >
      <p>{t('inquiry_sent_text', { address })}</p>
    </NoticeBox>
  );
}

function Body({ inquiry }: { inquiry: Inquiry }) {
  const failure = useSelector(inquiry, ({ context }) => context.failure);
  const lacksNumber = useSelector(inquiry, ({ context }) => context.lacksNumber);
  const isSent = useSelector(inquiry, (snapshot) => snapshot.matches('sent'));
  if (isSent) return <Sent inquiry={inquiry} />;
  return (
    <>
      {failure ? <Refusal failure={failure} /> : null}
      {lacksNumber ? <LinksForm inquiry={inquiry} /> : <FindForm inquiry={inquiry} />}
    </>
  );
}

/** Finds a ticket again (docs/product.md#screen-reservation-inquiry). */
export function ReservationInquiryScreen() {
  const { t } = useTexts();
  const inquiry = useAppChild('inquiry');
  return (
    <>
      <ScreenTitle lead={t('inquiry_lead')}>{t('inquiry_title')}</ScreenTitle>
      {inquiry ? <Body inquiry={inquiry} /> : null}
      <Contact />
    </>
  );
}
