import { ToOrder } from '#src/screens/to-order.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';

/** The address has no route (docs/product.md#not-found). */
export function NotFoundScreen() {
  const { say } = useWords();
  return (
    <>
      <ScreenTitle lead={say('not_found_text')}>{say('not_found_title')}</ScreenTitle>
      <ToOrder variant="primary" />
    </>
  );
}
