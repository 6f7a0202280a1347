import { ScreenTitle } from '#src/ui/layout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

export function ResumingScreen() {
  const { t } = useTexts();
  return (
    <>
      <ScreenTitle>{t('resuming_title')}</ScreenTitle>
      <Skeleton kind="summary" label={t('common_loading')} />
    </>
  );
}
