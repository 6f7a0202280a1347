import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { buttonProps } from '#src/screens/control.ts';
import { usePurchase } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { HoldStrip } from '../hold-strip.tsx';
import { pageClock, useSecondsLeft } from '../time-left.ts';

/** A mail can be sent again once per minute, ms. */
const between = 60_000;

/** Where the confirmation mail was sent, and what to do if it does not arrive (docs/product.md#screen-sended-mail). */
export function SendedMailScreen() {
  const { t } = useTexts();
  const purchase = usePurchase();
  const snapshot = useSelector(purchase, (current) => current);
  const [again, setAgain] = useState(() => pageClock.now() + between);
  const left = useSecondsLeft(again);
  const { onClick: resend, ...resending } = buttonProps(purchase, { type: 'mail.resend' });
  const isBusy = snapshot.hasTag('pending');
  const { sentTo } = snapshot.context;
  return (
    <>
      <ScreenTitle>{t('sended_mail_title')}</ScreenTitle>
      <NoticeBox tone="ok">
        <p>{t('sended_mail_sent', { address: sentTo ?? '' })}</p>
        <p>{t('sended_mail_todo')}</p>
      </NoticeBox>
      <HoldStrip />
      <Section title={t('sended_mail_missing_title')}>
        <p>{t('sended_mail_missing')}</p>
        <ButtonRow>
          <Button
            {...resending}
            busy={isBusy}
            aria-disabled={left > 0 || undefined}
            onClick={() => {
              if (left > 0) return;
              resend();
              setAgain(pageClock.now() + between);
            }}
          >
            {t('sended_mail_resend')}
          </Button>
          <Button {...buttonProps(purchase, { type: 'mail.correct' })} aria-disabled={isBusy || undefined}>
            {t('sended_mail_correct')}
          </Button>
        </ButtonRow>
        {left > 0 ? <p className="fine">{t('sended_mail_resend_in', { seconds: left })}</p> : null}
      </Section>
    </>
  );
}
