import { useSelector } from '@xstate/react';
import { buttonProps } from '#src/screens/control.ts';
import { usePurchase } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

const resume = { type: 'order.resume' } as const;

/** An order is open beside the choice of tickets: says so, and offers its next step. */
export function KeptOrder() {
  const { t } = useTexts();
  const purchase = usePurchase();
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can(resume));
  return mayResume ? (
    <NoticeBox
      actions={
        <Button variant="secondary" {...buttonProps(purchase, resume)}>
          {t('error_resume')}
        </Button>
      }
    >
      <p>{t('error_kept')}</p>
    </NoticeBox>
  ) : null;
}
