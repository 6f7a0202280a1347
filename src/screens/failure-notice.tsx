import { type FailureNote, failures } from '#src/domain/failures.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useWords } from '#src/ui/words.ts';

/** The text of a failure, shown where it happened. */
export function FailureNotice({ note }: { note: FailureNote }) {
  const { sayAny } = useWords();
  return (
    <NoticeBox tone="error" role="alert">
      <p>{sayAny(failures[note.code].text, { code: note.quoted ?? note.code })}</p>
    </NoticeBox>
  );
}
