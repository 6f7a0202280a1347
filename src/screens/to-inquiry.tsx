import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton, type LinkButtonProps } from '#src/ui/link-button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = Pick<LinkButtonProps, 'variant'> & { primary?: boolean };

/** A link to the reservation inquiry; none where the operator removed it by an empty text in the footer. */
export function ToInquiry({ variant = 'secondary', primary = false }: Props) {
  const { t } = useTexts();
  const { href } = useShop();
  const screen = 'reservation-inquiry';
  if (t('footer_inquiry') === '') return null;
  return (
    <LinkButton variant={variant} href={href(screen)} {...marks(`page.requested.${screen}`, { primary })}>
      {t('inquiry_title')}
    </LinkButton>
  );
}
