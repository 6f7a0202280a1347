import { buttonProps } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Searcher = { send: (event: { type: 'search.again' }) => void };

/** A search failed or found nothing; offers to repeat it. */
export function LookUpAgain({ actor, failed }: { actor: Searcher; failed: boolean }) {
  const { t } = useTexts();
  const again = <Button {...buttonProps(actor, { type: 'search.again' })}>{t('common_try_again')}</Button>;
  return (
    <NoticeBox
      tone="warn"
      role="status"
      actions={again}
      text={t(failed ? 'order_search_failed' : 'order_slots_none')}
    />
  );
}
