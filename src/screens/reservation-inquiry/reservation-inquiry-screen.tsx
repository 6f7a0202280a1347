import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { inquiryMachine } from '#machines/inquiry/inquiry.machine.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import { press } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';
import { FindForm, LinksForm } from './inquiry-forms.tsx';

type Inquiry = ActorRefFrom<typeof inquiryMachine>;

/** Why no ticket was found: the same text for a wrong address and a wrong number, so that neither is revealed. */
function Refusal({ note }: { note: FailureNote }) {
  const { say } = useWords();
  if (note.code !== 'ticket_not_found') return <FailureNotice note={note} />;
  return (
    <NoticeBox tone="error" role="alert" title={say('inquiry_not_found_title')}>
      <p>{say('inquiry_not_found_text')}</p>
    </NoticeBox>
  );
}

function Sent({ inquiry }: { inquiry: Inquiry }) {
  const { say } = useWords();
  const address = useSelector(inquiry, ({ context }) => context.email);
  return (
    <NoticeBox
      tone="ok"
      role="status"
      title={say('inquiry_sent_title')}
      actions={<Button {...press(inquiry, { type: 'inquiry.again' })}>{say('inquiry_back')}</Button>}
    >
      <p>{say('inquiry_sent_text', { address })}</p>
    </NoticeBox>
  );
}

function Body({ inquiry }: { inquiry: Inquiry }) {
  const note = useSelector(inquiry, ({ context }) => context.note);
  const lacksNumber = useSelector(inquiry, ({ context }) => context.lacksNumber);
  const isSent = useSelector(
    inquiry,
    (snapshot) => snapshot.can({ type: 'inquiry.again' }) && !snapshot.can({ type: 'links.send', email: '' }),
  );
  if (isSent) return <Sent inquiry={inquiry} />;
  return (
    <>
      {note ? <Refusal note={note} /> : null}
      {lacksNumber ? <LinksForm inquiry={inquiry} /> : <FindForm inquiry={inquiry} />}
    </>
  );
}

/** Finds a ticket again (docs/product.md#screen-reservation-inquiry). */
export function ReservationInquiryScreen() {
  const { say } = useWords();
  const { app } = useShop();
  const inquiry = useSelector(app, ({ children }) => children.inquiry);
  return (
    <>
      <ScreenTitle lead={say('inquiry_lead')}>{say('inquiry_title')}</ScreenTitle>
      {inquiry ? <Body inquiry={inquiry} /> : null}
      <Contact />
    </>
  );
}
