import { useSelector } from '@xstate/react';
import { failureText } from '#src/domain/failures.ts';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { ToInquiry } from '#src/screens/links.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchase } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * The reference of a provider's return belongs to no payment. Whether it was paid is unknown, so the page promises neither: it
 * explains how to find a ticket and to check before paying again.
 */
function LostReturn() {
  const { t } = useTexts();
  // An operator removes the inquiry by an empty text in the footer.
  const hasInquiry = t('footer_inquiry') !== '';
  return (
    <NoticeBox tone="warn" role="alert" title={t('return_lost_wait')}>
      <ul className="bullets">
        <li>{t('return_lost_charged')}</li>
        <li>{t('return_lost_mail')}</li>
        {hasInquiry ? <li>{t('return_lost_find')}</li> : null}
        <li>{t('return_lost_ask')}</li>
      </ul>
    </NoticeBox>
  );
}

/**
 * The purchase cannot go on: what happened, what was saved, and what to do next. Without a failure, on an invitation-only site,
 * it explains that purchases begin by a mailed link.
 */
export function ErrorScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const resume = { type: 'order.resume' } as const;
  const again = { type: 'order.again' } as const;
  const failure = useSelector(purchase, (snapshot) => snapshot.context.failure);
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can(resume));
  const mayStart = useSelector(purchase, (snapshot) => snapshot.can(again));
  const isLost = failure?.code === 'return_not_found';
  if (!failure && !mayResume && !mayStart)
    return (
      <>
        <div className="artwork" />
        <ScreenTitle>{t('invited_title')}</ScreenTitle>
        <p>{t('invited_text')}</p>
        <Contact />
      </>
    );
  return (
    <>
      <ScreenTitle lead={isLost ? t('return_lost_lead') : null}>
        {t(isLost ? 'return_lost_title' : 'error_title')}
      </ScreenTitle>
      <Columns aside={<Contact />}>
        {isLost ? <LostReturn /> : null}
        {failure && !isLost ? (
          <NoticeBox tone="error" text={tAny(failureText(failure.code), { code: failure.quoted ?? failure.code })} />
        ) : null}
        {isLost ? null : <p>{t(mayResume ? 'error_kept' : 'error_nothing_kept')}</p>}
        {isLost && mayResume ? <p>{t('return_lost_open')}</p> : null}
        {mayResume || mayStart ? null : <p>{t('error_by_mail')}</p>}
        <ButtonRow>
          {isLost ? <ToInquiry variant={mayResume ? 'secondary' : 'primary'} primary={!mayResume} /> : null}
          {mayResume ? <Button {...primaryProps(purchase, resume)}>{t('error_resume')}</Button> : null}
          {mayStart ? (
            <Button {...(mayResume || isLost ? buttonProps(purchase, again) : primaryProps(purchase, again))}>
              {t('error_again')}
            </Button>
          ) : null}
          {isLost ? null : <ToInquiry />}
        </ButtonRow>
      </Columns>
    </>
  );
}
