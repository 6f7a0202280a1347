import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton, type LinkButtonProps } from '#src/ui/link-button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** A link to the order page from pages with nothing else to do; none on invitation-only sites. */
export function ToOrder({ variant }: Pick<LinkButtonProps, 'variant'>) {
  const { t } = useTexts();
  const { site, href } = useShop();
  if (site.isOnlyStartMailConfirm) return null;
  return (
    <LinkButton
      {...(variant ? { variant } : {})}
      href={href('order')}
      {...marks('page.requested.order', { primary: true })}
    >
      {t('not_found_order')}
    </LinkButton>
  );
}
