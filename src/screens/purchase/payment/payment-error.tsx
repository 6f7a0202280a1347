import { useRef } from 'react';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import { type FailureDetails, failureText } from '#src/domain/failures.ts';
import { isCard, type PaymentMethod } from '#src/domain/payment.ts';
import { focusChoice } from '#src/ui/into-view.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { methodsId } from './method-cards.tsx';

const declineTexts = {
  wrong_input: 'decline_wrong_input',
  funds_or_limit: 'decline_funds_or_limit',
  refused: 'decline_refused',
  authentication: 'decline_authentication',
  try_later: 'decline_try_later',
} as const satisfies Record<DeclineReason, MessageId>;

/** A missing choice, and a card that the provider cannot process now, have specific texts. */
const textOf = ({ code, quoted }: FailureDetails): MessageId => {
  if (code === 'invalid_input') return 'payment_method_missing';
  if (code === 'return_not_found') return 'payment_after_lost_return';
  if (code === 'token_unavailable' && quoted) return quoted === 'busy' ? 'card_busy' : 'card_fault';
  return failureText(code);
};

type Props = { declined: Pick<PaymentMethod, 'id' | 'name'> | undefined; failure: FailureDetails | null };

/**
 * Why the visitor is still, or again, on this step, above the methods. A box that is there at the start is read after the title;
 * a later one receives the focus, a missing choice the first method. `declined`: the method of the last attempt, which the text of
 * a decline names, if it is still offered. A payment that the visitor left is no error.
 */
export function PaymentError({ declined, failure }: Props) {
  const { t, tAny } = useTexts();
  const box = useRef<HTMLDivElement & HTMLParagraphElement>(null);

  useChanged(failure, () => {
    if (failure?.code === 'invalid_input') focusChoice(document.getElementById(methodsId));
    // Errors in the card fields are shown there, and the provider's frame takes the focus.
    else if (failure?.code !== 'card_input') box.current?.focus();
  });

  if (!failure) return null;
  const isLeft = failure.code === 'payment_api_failure' && !failure.reason;
  if (isLeft || failure.quoted === 'closed')
    return (
      <p className="fine" role="status" tabIndex={-1} ref={box}>
        {t('decline_unfinished')}
      </p>
    );
  if (failure.code === 'payment_api_failure' && failure.reason) {
    const kind = isCard(declined?.id ?? null) ? 'card' : 'other';
    // the text about a balance names the method; without it that of a refusal is shown
    const reason = declined || failure.reason !== 'funds_or_limit' ? failure.reason : 'refused';
    return (
      <NoticeBox tone="error" role="alert" ref={box} title={t('payment_declined_title')}>
        <p>{t(declineTexts[reason], { kind, ...(declined && { method: declined.name }) })}</p>
        <p>{t('payment_declined_text')}</p>
      </NoticeBox>
    );
  }
  return (
    <NoticeBox
      tone="error"
      role="alert"
      ref={box}
      text={tAny(textOf(failure), { code: failure.quoted ?? failure.code })}
    />
  );
}
