import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import { venueDay } from '#src/domain/dates.ts';
import { useCatalogue, usePurchaseChild } from '#src/screens/shop.ts';
import { Artwork } from '#src/ui/artwork.tsx';
import { Columns } from '#src/ui/columns.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { OrderError } from './order-error.tsx';
import { OrderSummary } from './order-summary.tsx';
import { linesOf } from './order-view.ts';
import { ProductCards } from './product-cards.tsx';
import { ProductChoice } from './product-choice.tsx';

type Props = {
  /** The set products, once their code is loaded. */
  setProducts?: ReactNode;
};

function OrderPage({ order, setProducts }: Props & { order: ActorRefFrom<typeof orderMachine> }) {
  const { t } = useTexts();
  const { products } = useCatalogue();
  const snapshot = useSelector(order, (current) => current);
  const { context } = snapshot;
  const { choice, failure } = context;
  const today = venueDay(Date.now());
  const product = products.find(({ uuid }) => uuid === choice.product?.uuid);
  const lines = linesOf(product, choice);
  const busy = !snapshot.can({ type: 'order.submit' });
  const refusal = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // Only a submit moves the focus; errors while choosing are announced in place.
    if (failure && isSent.current) refusal.current?.focus();
    if (failure) isSent.current = false;
  }, [failure]);

  const submit = () => {
    isSent.current = true;
    order.send({ type: 'order.submit' });
  };

  return (
    <>
      <Artwork />
      <ScreenTitle>{t('order_title')}</ScreenTitle>
      <Columns
        aside={
          <OrderSummary
            product={product}
            day={choice.day}
            timespan={choice.timespan}
            lines={lines}
            sets={choice.sets}
            busy={busy}
            onSubmit={submit}
          />
        }
      >
        <OrderError ref={refusal} context={context} product={product} busy={busy} onSubmit={submit} />
        <ProductCards order={order} products={products} chosen={product} today={today} />
        {product ? (
          <ProductChoice
            key={product.uuid}
            order={order}
            product={product}
            snapshot={snapshot}
            lines={lines}
            today={today}
            refusal={refusal}
          >
            {setProducts}
          </ProductChoice>
        ) : null}
      </Columns>
    </>
  );
}

/** The first step: which ticket, when and how many (docs/product.md#screen-order). */
export function OrderScreen({ setProducts }: Props) {
  const order = usePurchaseChild('order');
  return order ? <OrderPage order={order} setProducts={setProducts} /> : null;
}
