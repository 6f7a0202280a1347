import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useWords } from '#src/ui/words.ts';

/** The order is being loaded. */
export function ResumingScreen() {
  const { say } = useWords();
  return (
    <>
      <ScreenTitle>{say('resuming_title')}</ScreenTitle>
      <Skeleton kind="summary" label={say('common_loading')} />
    </>
  );
}
