import { ToOrder } from '#src/screens/to-order.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The address has no route (docs/product.md#not-found). */
export function NotFoundScreen() {
  const { t } = useTexts();
  return (
    <>
      <ScreenTitle lead={t('not_found_text')}>{t('not_found_title')}</ScreenTitle>
      <ToOrder variant="primary" />
    </>
  );
}
