import { useSelector } from '@xstate/react';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import type { AppChild } from '#machines/refs.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { useAppChild, useShop } from '#src/screens/shop.ts';
import { useMoment } from '#src/screens/visit.tsx';
import { Button, ButtonRow, LinkButton } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Why the money does not go back by this link. */
const bars: Record<NonNullable<NonNullable<Ticket['choice']>['bar']>, MessageId> = {
  not_buyer: 'choice_not_buyer',
  shared: 'ticket_refused_shared',
  used: 'ticket_refused_entered',
  elsewhere: 'choice_elsewhere',
};

/** Confirmation, because the whole order ends. */
const refundQuestion = (price: string): Dialog => ({
  number: 5,
  about: 'ticket',
  title: { textKey: 'choice_question' },
  text: { textKey: 'choice_question_text', values: { price } },
  okButton: { textKey: 'choice_question_ok' },
  ngButton: { textKey: 'choice_question_back' },
  okAction: { to: 'ticket', event: { type: 'choice.refund' } },
});

/** The venue has moved the visit, and the holder may choose until a moment (docs/product.md#moved-visits). */
export function TicketChoice({ reader, ticket, token }: { reader: AppChild<'ticket'>; ticket: Ticket; token: string }) {
  const { t, price } = useTexts();
  const { href } = useShop();
  const momentOf = useMoment();
  const dialog = useAppChild('dialog');
  const snapshot = useSelector(reader, (current) => current);
  const { refunded, failure } = snapshot.context;
  const isBusy = snapshot.matches('refunding');
  const isDecided = snapshot.matches('kept');
  if (refunded !== null)
    return (
      <NoticeBox
        role="status"
        tone="ok"
        title={t('choice_refunded')}
        text={unbroken(t('choice_refunded_text', { price: price(refunded) }))}
      />
    );
  const { choice, state, actions } = ticket;
  const mayChoose = snapshot.can({ type: 'choice.keep' }) || snapshot.can({ type: 'choice.refund' });
  // a stored ticket that cannot be read now offers no choice
  if (!choice || (failure && !mayChoose)) return null;
  return (
    <Section title={t('choice_title')}>
      <p>{unbroken(t('choice_text', momentOf(choice.until)))}</p>
      {isDecided ? <p role="status">{t('choice_kept')}</p> : null}
      <ButtonRow>
        {state === 'sent' || isDecided ? null : (
          <Button busy={isBusy} {...buttonProps(reader, { type: 'choice.keep' })}>
            {t('choice_keep')}
          </Button>
        )}
        {actions.change_date === null ? (
          <LinkButton href={href('changedate', { token })} {...marks('page.requested.changedate')}>
            {t('choice_other')}
          </LinkButton>
        ) : null}
        {choice.bar === null && choice.amount > 0 ? (
          <Button
            busy={isBusy}
            {...marks('choice.refund')}
            onClick={() => dialog?.send({ type: 'dialog.ask', dialog: refundQuestion(price(choice.amount)) })}
          >
            {unbroken(t('choice_refund', { price: price(choice.amount) }))}
          </Button>
        ) : null}
      </ButtonRow>
      {choice.bar && choice.amount > 0 ? (
        <p className="fine">{t('choice_bar', { reason: t(bars[choice.bar]) })}</p>
      ) : null}
    </Section>
  );
}
