import { useSelector } from '@xstate/react';
import { failureText } from '#src/domain/failures.ts';
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
import { LostReturn } from './lost-return.tsx';

/**
 * The purchase cannot go on: what happened, what was saved, and what to do next. Without a failure, on an invitation-only site,
 * it explains that purchases begin by a mailed link.
 */
export function ErrorScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const failure = useSelector(purchase, (snapshot) => snapshot.context.failure);
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.resume' }));
  const mayStart = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.again' }));
  if (failure?.code === 'return_not_found') return <LostReturn />;
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
      <ScreenTitle>{t('error_title')}</ScreenTitle>
      <Columns aside={<Contact />}>
        {failure ? (
          <NoticeBox tone="error">
            <p>{tAny(failureText(failure.code), { code: failure.quoted ?? failure.code })}</p>
          </NoticeBox>
        ) : null}
        <p>{t(mayResume ? 'error_kept' : 'error_nothing_kept')}</p>
        {mayResume || mayStart ? null : <p>{t('error_by_mail')}</p>}
        <ButtonRow>
          {mayResume ? (
            <Button variant="primary" {...buttonProps(purchase, { type: 'order.resume' }, { primary: true })}>
              {t('error_resume')}
            </Button>
          ) : null}
          {mayStart ? (
            <Button
              variant={mayResume ? 'secondary' : 'primary'}
              {...buttonProps(purchase, { type: 'order.again' }, { primary: !mayResume })}
            >
              {t('error_again')}
            </Button>
          ) : null}
          <ToInquiry />
        </ButtonRow>
      </Columns>
    </>
  );
}
