import { ToOrder } from '#src/screens/links.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * The address has no route (docs/product.md#not-found). The text has the page's own language on its first line, and the
 * specified English one on a second.
 */
export function NotFoundScreen() {
  const { t } = useTexts();
  const [own, specified] = t('not_found_text').split('\n');
  return (
    <>
      <ScreenTitle lead={own}>
        <span lang="en">{t('not_found_title')}</span>
      </ScreenTitle>
      {specified ? (
        <p className="fine" lang="en">
          {specified}
        </p>
      ) : null}
      <ToOrder variant="primary" />
    </>
  );
}
