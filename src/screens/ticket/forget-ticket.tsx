import { useSelector } from '@xstate/react';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import type { AppChild } from '#machines/refs.ts';
import { marks } from '#src/screens/control.ts';
import { ToInquiry } from '#src/screens/links.tsx';
import { useAppChild } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { ScreenTitle, Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Confirmation, because a visitor who has the link nowhere else could not open the ticket again. */
const forgetQuestion: Dialog = {
  number: 3,
  about: 'ticket',
  title: { textKey: 'forget_question' },
  text: { textKey: 'forget_question_text' },
  okButton: { textKey: 'forget_ok' },
  ngButton: { textKey: 'forget_cancel' },
  okAction: { to: 'ticket', event: { type: 'ticket.forget' } },
};

/** Explains that the ticket is stored on this device, and deletes it. */
export function ForgetTicket({ reader }: { reader: AppChild<'ticket'> }) {
  const { t } = useTexts();
  const dialog = useAppChild('dialog');
  const isStillStored = useSelector(reader, ({ context }) => context.isStillStored);
  const isBusy = useSelector(reader, ({ children }) => children.forgetTicket !== undefined);
  return (
    <Section title={t('forget_stored')} className="stored-here">
      <p className="fine">{t('forget_stored_text')}</p>
      <p className="fine">{t('forget_shared_device')}</p>
      {isStillStored ? <NoticeBox tone="error" role="alert" text={t('forget_failed')} /> : null}
      <Button
        variant="quiet"
        busy={isBusy}
        {...marks('ticket.forget')}
        onClick={() => dialog?.send({ type: 'dialog.ask', dialog: forgetQuestion })}
      >
        {t('forget_ask')}
      </Button>
    </Section>
  );
}

/**
 * The ticket was deleted from this device: how to open it again, and what the shop cannot delete. In the same file as the button,
 * so that it is loaded even without a network.
 */
export function ForgottenScreen() {
  const { t } = useTexts();
  return (
    <>
      <ScreenTitle lead={t('forgotten_lead')}>{t('forgotten_title')}</ScreenTitle>
      <Section title={t('forgotten_again')}>
        <p>{t('forgotten_again_text')}</p>
        <ButtonRow>
          <ToInquiry primary />
        </ButtonRow>
      </Section>
      <Section title={t('forgotten_left')}>
        <ul className="bullets">
          <li>{t('forgotten_left_history')}</li>
          <li>{t('forgotten_left_files')}</li>
        </ul>
      </Section>
    </>
  );
}
