import { type FailureDetails, failureText } from '#src/domain/failures.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The text of a failure, shown where it happened. */
export function FailureNotice({ failure }: { failure: FailureDetails }) {
  const { tAny } = useTexts();
  return (
    <NoticeBox
      tone="error"
      role="alert"
      text={tAny(failureText(failure.code), { code: failure.quoted ?? failure.code })}
    />
  );
}
