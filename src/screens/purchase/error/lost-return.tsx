import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import { buttonProps } from '#src/screens/control.ts';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchase } from '#src/screens/shop.ts';
import { ToInquiry } from '#src/screens/to-inquiry.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Columns } from '#src/ui/columns.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * The reference of a provider's return belongs to no payment. Whether it was paid is unknown, so the page promises neither: it
 * explains how to find a ticket and to check before paying again.
 */
export function LostReturn() {
  const { t } = useTexts();
  const purchase = usePurchase();
  const resume = { type: 'order.resume' } as const;
  const again = { type: 'order.again' } as const;
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can(resume));
  const mayStart = useSelector(purchase, (snapshot) => snapshot.can(again));
  // An operator removes the inquiry by an empty text in the footer.
  const hasInquiry = t('footer_inquiry') !== '';
  return (
    <>
      <ScreenTitle lead={t('return_lost_lead')}>{t('return_lost_title')}</ScreenTitle>
      <Columns aside={<Contact />}>
        <NoticeBox tone="warn" role="alert" title={t('return_lost_wait')}>
          <ul className="bullets">
            <li>{t('return_lost_charged')}</li>
            <li>{t('return_lost_mail')}</li>
            {hasInquiry ? <li>{t('return_lost_find')}</li> : null}
            <li>{t('return_lost_ask')}</li>
          </ul>
        </NoticeBox>
        {mayResume ? <p>{t('return_lost_open')}</p> : null}
        {mayStart || mayResume ? null : <p>{t('error_by_mail')}</p>}
        <ButtonRow>
          <ToInquiry variant={mayResume ? 'secondary' : 'primary'} primary={!mayResume} />
          {mayResume ? (
            <Button variant="primary" {...buttonProps(purchase, resume, { primary: true })}>
              {t('error_resume')}
            </Button>
          ) : null}
          {mayStart ? (
            <Button variant="secondary" {...buttonProps(purchase, again)}>
              {t('error_again')}
            </Button>
          ) : null}
        </ButtonRow>
      </Columns>
    </>
  );
}
