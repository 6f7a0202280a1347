import { useEffect, useState } from 'react';
import { reload } from '#src/mirrors/storage/start-over.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton, type SkeletonProps } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** After this time a reload is offered, ms (docs/architecture.md#loading). */
const slowTimeout = 10_000;

/**
 * Shown while a screen loads. The retry reloads the page: importing a pending part again is the same request, and some browsers
 * cache a failed import. Input is stored.
 */
export function Waiting({ kind }: Pick<SkeletonProps, 'kind'>) {
  const { t } = useTexts();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), slowTimeout);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="waiting">
      <Skeleton kind={kind} label={t('common_loading')} />
      <div role="status">
        {isLong ? (
          <NoticeBox actions={<Button onClick={reload}>{t('common_try_again')}</Button>} text={t('load_slow_text')} />
        ) : null}
      </div>
    </div>
  );
}
