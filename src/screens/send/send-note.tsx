import type { Ref } from 'react';
import { effectOf, type FailureNote, failures } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useWords } from '#src/ui/words.ts';

export type SendNoteProps = { note: FailureNote; ticket: Ticket; ref?: Ref<HTMLDivElement> };

/** Some errors have a more specific text here. */
const textOf = ({ code }: FailureNote, { quantity }: Ticket): MessageId => {
  if (code === 'split_no_child' && quantity > 1) return 'send_leave_one';
  if (code === 'invalid_quantity') return 'send_fewer';
  return failures[code].text;
};

/** Error of the last attempt, unless a dialog or a field shows it; an unknown outcome is reported as unknown. */
export function SendNote({ note, ticket, ref }: SendNoteProps) {
  const { say } = useWords();
  if (note.unknown)
    return (
      <NoticeBox tone="warn" role="status">
        <p>{say('send_unknown')}</p>
      </NoticeBox>
    );
  if (effectOf(note) !== 'mend' || note.fields?.some((field) => field === 'email' || field === 'note')) return null;
  return (
    <NoticeBox ref={ref} tabIndex={-1} tone="error" role="alert">
      <p>{say(textOf(note, ticket))}</p>
    </NoticeBox>
  );
}
