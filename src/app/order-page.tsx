import { useSelector } from '@xstate/react';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { isUnpaid } from '#src/domain/purchase.ts';
import { reload } from '#src/mirrors/storage/start-over.ts';
import { OrderScreen } from '#src/screens/purchase/order/order-screen.tsx';
import { usePurchase, usePurchaseChild } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';
import { componentOf, fetchPart } from './screens.ts';

/** Shown if set products are offered but their code could not be loaded; tickets can still be bought. */
function SetsMissing() {
  const { t } = useTexts();
  const isOffered = useSelector(usePurchaseChild('order'), (order) => order?.context.offers.length);
  return isOffered ? (
    <NoticeBox
      role="status"
      actions={<Button onClick={reload}>{t('common_reload')}</Button>}
      text={t('load_error_text')}
    />
  ) : null;
}

const Nothing = () => null;

/** A part of the page that comes with what follows it; without it, `missing`. */
function Part({ name, missing = Nothing }: { name: 'set-products' | 'open-order'; missing?: ComponentType }) {
  const [Component] = useState(() => componentOf(name, missing));
  return (
    <Suspense fallback={null}>
      <Component />
    </Suspense>
  );
}

/** Set products are those of a time: until one is chosen their code need not be there. */
function Sets() {
  const isWanted = useSelector(usePurchaseChild('order'), (order) => (order?.context.choice.timespan ?? null) !== null);
  return isWanted ? <Part name="set-products" missing={SetsMissing} /> : null;
}

/** The line about an open order; the page works without it. */
function OrderBeside() {
  const isOpen = useSelector(usePurchase(), ({ context }) => context.token !== null && isUnpaid(context));
  return isOpen ? <Part name="open-order" /> : null;
}

/** Preloads the later steps of the purchase; not while offline, since some browsers remember a failed `import()`. */
const fetchPurchase = (): void => {
  if (navigator.onLine) fetchPart('sign-in').catch(() => undefined);
};

/** The first screen, with an open order, and the set products once they are loaded. */
export function OrderPage() {
  useEffect(() => whenIdle(fetchPurchase), []);
  return <OrderScreen openOrder={<OrderBeside />} setProducts={<Sets />} />;
}
