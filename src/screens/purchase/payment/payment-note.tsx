import { useEffect, useRef } from 'react';
import { type FailureNote, failures } from '#src/domain/failures.ts';
import type { DeclineReason } from '#src/domain/payment.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useWords } from '#src/ui/words.ts';

const declineTexts = {
  wrong_input: 'decline_wrong_input',
  funds_or_limit: 'decline_funds_or_limit',
  refused: 'decline_refused',
  authentication: 'decline_authentication',
  try_later: 'decline_try_later',
} as const satisfies Record<DeclineReason, MessageId>;

/** Why the visitor is still, or again, on this step. */
export function PaymentNote({ note }: { note: FailureNote }) {
  const { say, sayAny } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const met = useRef(note);

  useEffect(() => {
    // what is wrong in the card fields is marked there, and the provider's frame takes the focus
    if (met.current !== note && note.code !== 'card_input') box.current?.focus();
    met.current = note;
  }, [note]);

  if (note.code === 'payment_api_failure') {
    return (
      <NoticeBox tone="error" role="alert" tabIndex={-1} ref={box} title={say('payment_declined_title')}>
        <p>{say(declineTexts[note.reason ?? 'refused'])}</p>
        <p>{say('payment_declined_text')}</p>
      </NoticeBox>
    );
  }
  const isMissing = note.code === 'invalid_input';
  return (
    <NoticeBox tone="error" role="alert" tabIndex={-1} ref={box}>
      <p>
        {isMissing
          ? say('payment_method_missing')
          : sayAny(failures[note.code].text, { code: note.quoted ?? note.code })}
      </p>
    </NoticeBox>
  );
}
