import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import { marks, press } from '#src/screens/control.ts';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';

/**
 * The reference of a provider's return belongs to no payment. Whether it was paid is unknown, so the page promises neither: it
 * explains how to find a ticket and to check before paying again.
 */
export function LostReturn() {
  const { say } = useWords();
  const { href } = useShop();
  const purchase = usePurchase();
  const resume = { type: 'order.resume' } as const;
  const again = { type: 'order.again' } as const;
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can(resume));
  const mayStart = useSelector(purchase, (snapshot) => snapshot.can(again));
  const inquiry = 'reservation-inquiry';
  // An operator removes the inquiry by an empty text in the footer.
  const hasInquiry = say('footer_inquiry') !== '';
  return (
    <>
      <ScreenTitle lead={say('return_lost_lead')}>{say('return_lost_title')}</ScreenTitle>
      <NoticeBox tone="warn" role="alert" title={say('return_lost_wait')}>
        <ul className="bullets">
          <li>{say('return_lost_charged')}</li>
          <li>{say('return_lost_mail')}</li>
          {hasInquiry ? <li>{say('return_lost_find')}</li> : null}
          <li>{say('return_lost_ask')}</li>
        </ul>
      </NoticeBox>
      {mayResume ? <p>{say('return_lost_open')}</p> : null}
      {mayStart || mayResume ? null : <p>{say('error_by_mail')}</p>}
      <ButtonRow>
        {hasInquiry ? (
          <LinkButton
            variant={mayResume ? 'secondary' : 'primary'}
            href={href(inquiry)}
            {...marks('page.requested', { key: inquiry, primary: !mayResume })}
          >
            {say('inquiry_title')}
          </LinkButton>
        ) : null}
        {mayResume ? (
          <Button variant="primary" {...press(purchase, resume, { primary: true })}>
            {say('error_resume')}
          </Button>
        ) : null}
        {mayStart ? (
          <Button variant="secondary" {...press(purchase, again)}>
            {say('error_again')}
          </Button>
        ) : null}
      </ButtonRow>
      <Contact />
    </>
  );
}
