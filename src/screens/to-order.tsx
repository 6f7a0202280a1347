import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton, type LinkButtonProps } from '#src/ui/link-button.tsx';
import { useWords } from '#src/ui/words.ts';

/** To the tickets, from a page on which there is nothing else to do; nothing where purchases begin by mail alone. */
export function ToOrder({ variant }: Pick<LinkButtonProps, 'variant'>) {
  const { say } = useWords();
  const { site, href } = useShop();
  if (site.isOnlyStartMailConfirm) return null;
  return (
    <LinkButton
      {...(variant ? { variant } : {})}
      href={href('order')}
      {...marks('page.requested', { key: 'order', primary: true })}
    >
      {say('not_found_order')}
    </LinkButton>
  );
}
