import { useSelector } from '@xstate/react';
import { buttonProps, marks } from '#src/screens/control.ts';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { Contact } from '../contact.tsx';

/** The mail's link was used or is too old; offers to start again (docs/product.md#screen-mail-confirm). */
export function MailConfirmScreen() {
  const { t } = useTexts();
  const { href } = useShop();
  const purchase = usePurchase();
  const inquiry = 'reservation-inquiry';
  const again = { type: 'order.again' } as const;
  const mayOrder = useSelector(purchase, (snapshot) => snapshot.can(again));
  return (
    <>
      <ScreenTitle lead={t('mail_confirm_text')}>{t('mail_confirm_title')}</ScreenTitle>
      <ButtonRow>
        {mayOrder ? (
          <Button variant="primary" {...buttonProps(purchase, again, { primary: true })}>
            {t('mail_confirm_again')}
          </Button>
        ) : null}
        <LinkButton href={href(inquiry)} {...marks(`page.requested.${inquiry}`)}>
          {t('inquiry_title')}
        </LinkButton>
      </ButtonRow>
      <Contact />
    </>
  );
}
