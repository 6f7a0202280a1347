import { useSelector } from '@xstate/react';
import { usePurchase } from '#src/screens/shop.ts';
import { VisitText } from '#src/screens/visit.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Changes of the order that the visitor has to see before paying. */
export function ChangeNotice() {
  const { t, price } = useTexts();
  const { changed, order } = useSelector(usePurchase(), (snapshot) => snapshot.context);
  if (!order || changed.length === 0) return null;
  return (
    <NoticeBox tone="warn" role="alert" title={t('order_changed_title')}>
      {changed.includes('visit') ? (
        <>
          <p>{t('order_changed_visit')}</p>
          <VisitText visit={order.main_product} />
        </>
      ) : null}
      {changed.includes('coupon') ? <p>{t('order_changed_coupon')}</p> : null}
      {changed.includes('total') ? <p>{unbroken(t('order_changed_total', { price: price(order.price) }))}</p> : null}
    </NoticeBox>
  );
}
