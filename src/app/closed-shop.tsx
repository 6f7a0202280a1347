import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Shown when the catalogue could not be read: an explanation and a retry button. */
export function ClosedShop() {
  const { app } = useShop();
  const { t } = useTexts();
  const again = () => app.getSnapshot().children.catalogue?.send({ type: 'catalogue.again' });
  return (
    <div role="alert">
      <ScreenTitle lead={t('closed_text')}>{t('closed_title')}</ScreenTitle>
      <Button variant="primary" data-event="catalogue.again" data-primary="" onClick={again}>
        {t('common_try_again')}
      </Button>
    </div>
  );
}
