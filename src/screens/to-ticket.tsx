import type { ReactNode } from 'react';
import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton, type LinkButtonProps } from '#src/ui/link-button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = Pick<LinkButtonProps, 'variant'> & { token: string; children?: ReactNode };

/** A link to a ticket's page, by default back to it; a primary one leads forward. */
export function ToTicket({ token, variant = 'secondary', children }: Props) {
  const { t } = useTexts();
  const { href } = useShop();
  const data = marks('page.requested.ticket', { primary: variant === 'primary' });
  return (
    <LinkButton variant={variant} href={href('ticket', { token })} {...data}>
      {children ?? t('ticket_back')}
    </LinkButton>
  );
}
