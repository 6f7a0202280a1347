import { useSelector } from '@xstate/react';
import { isCustomerReady } from '#src/domain/purchase.ts';
import { marks } from '#src/screens/control.ts';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** An order is open beside the choice of tickets: says so, and links to its next step. */
export function OpenOrder() {
  const { t } = useTexts();
  const { href } = useShop();
  const step = useSelector(usePurchase(), ({ context: { site, order } }) =>
    isCustomerReady(site, order) ? 'payment' : 'sign-in',
  );
  return (
    <NoticeBox
      role="status"
      actions={
        <LinkButton href={href(step)} {...marks(`page.requested.${step}`)}>
          {t('error_resume')}
        </LinkButton>
      }
      text={t('error_kept')}
    />
  );
}
