import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';

/** Shown when the catalogue could not be read: an explanation and a retry button. */
export function ClosedShop() {
  const { app } = useShop();
  const { say } = useWords();
  const again = () => app.getSnapshot().children.catalogue?.send({ type: 'catalogue.again' });
  return (
    <div role="alert">
      <ScreenTitle lead={say('closed_text')}>{say('closed_title')}</ScreenTitle>
      <Button variant="primary" data-event="catalogue.again" data-primary="" onClick={again}>
        {say('common_try_again')}
      </Button>
    </div>
  );
}
