import type { Ref } from 'react';
import { effectOf, type FailureDetails, failureText } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

export type SendErrorProps = { failure: FailureDetails; ticket: Ticket; ref?: Ref<HTMLDivElement> };

/** Some errors have a more specific text here. */
const textOf = ({ code }: FailureDetails, { quantity }: Ticket): MessageId => {
  if (code === 'split_no_child' && quantity > 1) return 'send_leave_one';
  if (code === 'invalid_quantity') return 'send_fewer';
  return failureText(code);
};

/** Error of the last attempt, unless a dialog or a field shows it; an unknown outcome is reported as unknown. */
export function SendError({ failure, ticket, ref }: SendErrorProps) {
  const { t } = useTexts();
  if (failure.unknown) return <NoticeBox tone="warn" role="status" text={t('send_unknown')} />;
  if (effectOf(failure) !== 'mend' || failure.fields?.some((field) => field === 'email' || field === 'note'))
    return null;
  return <NoticeBox ref={ref} tabIndex={-1} tone="error" role="alert" text={t(textOf(failure, ticket))} />;
}
