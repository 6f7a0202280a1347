import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';

/** No page has this address (SPEC §2). */
export function NotFoundScreen() {
  const { say } = useWords();
  const { site, href } = useShop();
  return (
    <>
      <ScreenTitle lead={say('not_found_text')}>{say('not_found_title')}</ScreenTitle>
      {site.isOnlyStartMailConfirm ? null : (
        <LinkButton
          variant="primary"
          href={href('order')}
          {...marks('page.requested', { key: 'order', primary: true })}
        >
          {say('not_found_order')}
        </LinkButton>
      )}
    </>
  );
}
