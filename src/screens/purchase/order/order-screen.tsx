import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PurchaseChild } from '#machines/refs.ts';
import { mapOf } from '#src/domain/site.ts';
import { useCatalogue, usePurchaseChild, useShop } from '#src/screens/shop.ts';
import { focusChoice } from '#src/ui/into-view.ts';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { NextDays } from './next-days.tsx';
import { OrderError } from './order-error.tsx';
import { OrderSummary } from './order-summary.tsx';
import { linesOf, missingOf, partIds } from './order-view.ts';
import { ProductCards } from './product-cards.tsx';
import { ProductChoice } from './product-choice.tsx';

/** The exhibition on sale: its picture, name, place and opening hours. */
function OrderHead() {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { name, place, openingHours, picture } = site.exhibition;
  return (
    <ScreenTitle
      lead={
        <>
          <span>{unbroken(openingHours[lang])}</span>
          <br />
          <a href={mapOf(site.exhibition, lang)} target="_blank" rel="noreferrer">
            {place[lang]}
          </a>
        </>
      }
      picture={<div className="artwork" role="img" aria-label={picture[lang]} />}
    >
      <span className="exhibition">{name[lang]}</span> <span>{t('order_title')}</span>
    </ScreenTitle>
  );
}

type Props = {
  /** The line about an open order, once its code is loaded. */
  openOrder?: ReactNode;
  /** The set products, once their code is loaded. */
  setProducts?: ReactNode;
};

function OrderPage({ order, openOrder, setProducts }: Props & { order: PurchaseChild<'order'> }) {
  const { products } = useCatalogue();
  const snapshot = useSelector(order, (current) => current);
  const { context, children } = snapshot;
  const { choice, failure } = context;
  const product = products.find(({ uuid }) => uuid === choice.product?.uuid);
  const lines = linesOf(product, context);
  const missing = missingOf(product, choice, lines);
  const busy = children.placeOrder !== undefined || children.reclaimOrder !== undefined;
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
    if (missing) focusChoice(document.getElementById(partIds[missing.part]));
  };

  return (
    <>
      <OrderHead />
      {openOrder}
      <Columns
        aside={
          <OrderSummary
            product={product}
            choice={choice}
            lines={lines}
            missing={missing}
            busy={busy}
            onSubmit={submit}
          />
        }
      >
        {missing ? null : <OrderError ref={refusal} context={context} busy={busy} onSubmit={submit} />}
        <NextDays
          order={order}
          product={product}
          context={context}
          busy={snapshot.hasTag('pending') && context.days.length === 0}
        />
        <ProductCards order={order} chosen={product} context={context} />
        {product ? (
          <ProductChoice
            key={product.uuid}
            order={order}
            product={product}
            snapshot={snapshot}
            lines={lines}
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
export function OrderScreen(props: Props) {
  const order = usePurchaseChild('order');
  return order ? <OrderPage order={order} {...props} /> : null;
}
