import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { buttonProps } from '#src/screens/control.ts';
import { HoldStrip } from '#src/screens/purchase/step-parts.tsx';
import { usePurchase } from '#src/screens/shop.ts';
import { Announcement } from '#src/ui/announcement.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Columns, ScreenTitle, Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { useSecondsLeft } from '../time-left.ts';

/** Where the confirmation mail was sent, and what to do if it does not arrive (docs/product.md#screen-sended-mail). */
export function SendedMailScreen() {
  const { t } = useTexts();
  const purchase = usePurchase();
  const snapshot = useSelector(purchase, (current) => current);
  const { sentTo, resendAt } = snapshot.context;
  // A mail that was sent before this page opened is not announced: the page itself says where it went.
  const [firstPause] = useState(resendAt);
  const left = useSecondsLeft(resendAt ?? 0);
  const isSending = snapshot.hasTag('pending');
  const isPausing = !isSending && !snapshot.can({ type: 'mail.resend' });
  return (
    <>
      <ScreenTitle>{t('sended_mail_title')}</ScreenTitle>
      <Columns
        aside={
          <Section title={t('sended_mail_missing_title')}>
            <p>{t('sended_mail_missing')}</p>
            <ButtonRow>
              <Button
                {...buttonProps(purchase, { type: 'mail.resend' })}
                busy={isSending}
                aria-disabled={isPausing || undefined}
              >
                {t('sended_mail_resend')}
              </Button>
              <Button {...buttonProps(purchase, { type: 'mail.correct' })}>{t('sended_mail_correct')}</Button>
            </ButtonRow>
            <Announcement
              text={isPausing && sentTo && resendAt !== firstPause ? t('sended_mail_sent', { address: sentTo }) : ''}
            />
            {isPausing ? <p className="fine">{t('sended_mail_resend_in', { seconds: left })}</p> : null}
          </Section>
        }
      >
        <NoticeBox tone="ok">
          {sentTo ? <p>{t('sended_mail_sent', { address: sentTo })}</p> : null}
          <p>{t('sended_mail_todo')}</p>
        </NoticeBox>
        <HoldStrip />
      </Columns>
    </>
  );
}
