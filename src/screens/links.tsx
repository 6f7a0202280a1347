import type { ReactNode } from 'react';
import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton, type LinkButtonProps } from '#src/ui/button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Look = Pick<LinkButtonProps, 'variant'>;

/** A link to a ticket's page, by default back to it; a primary one leads forward. */
export function ToTicket({ token, variant = 'secondary', children }: Look & { token: string; children?: ReactNode }) {
  const { t } = useTexts();
  const { href } = useShop();
  const data = marks('page.requested.ticket', { primary: variant === 'primary' });
  return (
    <LinkButton variant={variant} href={href('ticket', { token })} {...data}>
      {children ?? t('ticket_back')}
    </LinkButton>
  );
}

/** A link to the reservation inquiry; none where the operator removed it by an empty text in the footer. */
export function ToInquiry({ variant = 'secondary', primary = false }: Look & { primary?: boolean }) {
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

/** A link to the order page from pages with nothing else to do; none on invitation-only sites. */
export function ToOrder({ variant = 'secondary' }: Look) {
  const { t } = useTexts();
  const { site, href } = useShop();
  if (site.isOnlyStartMailConfirm) return null;
  return (
    <LinkButton variant={variant} href={href('order')} {...marks('page.requested.order', { primary: true })}>
      {t('not_found_order')}
    </LinkButton>
  );
}
