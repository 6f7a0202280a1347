import { useSelector } from '@xstate/react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { effectOf, failureText } from '#src/domain/failures.ts';
import { couponDiscount, totalOf } from '#src/domain/money.ts';
import { refusedSet } from '#src/domain/order-lines.ts';
import type { Product } from '#src/domain/product.ts';
import { mapOf } from '#src/domain/site.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue, usePurchase, usePurchaseChild, useShop } from '#src/screens/shop.ts';
import { useSlotTexts } from '#src/screens/slots/slots.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Button } from '#src/ui/button.tsx';
import { focusChoice } from '#src/ui/into-view.ts';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { TotalBar } from '#src/ui/total-bar.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { NextDays } from './next-days.tsx';
import { linesOf, type Missing, missingOf, type PricedLine, partIds } from './order-view.ts';
import { ProductCards } from './product-cards.tsx';
import { ProductChoice } from './product-choice.tsx';

type OrderErrorProps = {
  context: OrderContext;
  busy: boolean;
  onSubmit: () => void;
  /** Receives the focus when an attempt was refused. */
  ref: Ref<HTMLDivElement>;
};

/** Why the last attempt was refused, unless it is shown at the slots, at the set products or by a dialog. */
function OrderError({ context, busy, onSubmit, ref }: OrderErrorProps) {
  const { t, tAny } = useTexts();
  const { contact_mail, contact_phone } = useCatalogue().configurations;
  const { failure, missed } = context;
  if (!failure || refusedSet(failure) >= 0 || missed || effectOf(failure) !== 'mend') return null;
  // The choice is valid, so the same order is sent again, with a new token of the bot check.
  const again = failure.code.startsWith('bot_check') ? (
    <Button busy={busy} onClick={onSubmit} {...marks('order.submit', { key: 'again' })}>
      {t('common_try_again')}
    </Button>
  ) : null;
  return (
    <NoticeBox
      ref={ref}
      role="alert"
      tone="error"
      actions={again}
      text={tAny(failureText(failure.code), { contact: contact_mail || contact_phone })}
    />
  );
}

type OrderSummaryProps = {
  product: Product | undefined;
  choice: OrderContext['choice'];
  lines: readonly PricedLine[];
  /** The missing choice that the button leads to; null if the order can be placed. */
  missing: Missing | null;
  busy: boolean;
  onSubmit: () => void;
};

/** The choice so far in a line, the running total and the button, which names the next step. */
function OrderSummary({ product, choice, lines, missing, busy, onSubmit }: OrderSummaryProps) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const { products, configurations } = useCatalogue();
  const { day, timespan, sets } = choice;
  const taken = lines.filter(({ count }) => count > 0);
  const order = useSelector(usePurchase(), (snapshot) => snapshot.context.order);
  const translated = useTranslatedOrder();
  const coupon = order ? translated(order).coupon : null;
  const priced = taken.map(({ option: { id, name }, ...line }) => ({ id, name, ...line }));
  const discount = coupon && product ? couponDiscount(coupon, { product_uuid: product.uuid, lines: priced, sets }) : 0;
  const yen = totalOf([...taken, ...sets]) - discount;
  const total = price(yen);
  const counted = [...priced, ...sets].map(({ name, count }) => t('common_times', { name, count }));
  const facts = [
    counted.length > 0 ? counted.join(' · ') : t('order_prices'),
    timespan && product?.sale_type !== 'period' ? slotTexts.short(timespan) : day && slotTexts.shortDay(day),
    coupon && discount > 0 ? `${coupon.coupon_name} ${price(-discount)}` : null,
  ].filter((fact) => fact !== null);
  const offered = product ? lines.map((line) => line.price) : products.map(({ price_from }) => price_from);
  const lowest = Math.min(...offered.filter((yen) => yen > 0));
  const priceFrom = Number.isFinite(lowest) ? t('order_from', { price: price(lowest) }) : t('order_price_free');
  return (
    <>
      <TotalBar
        label={facts.map((fact) => <span key={fact}>{unbroken(fact)}</span>)}
        amount={counted.length > 0 ? total : priceFrom}
        announce={taken.length > 0 ? t('order_total_spoken', { price: total }) : ''}
      >
        <Button variant="primary" wide busy={busy} onClick={onSubmit} {...marks('order.submit', { primary: true })}>
          {missing
            ? t(missing.text, missing.values)
            : unbroken(t('order_submit', { price: yen > 0 ? total : t('order_price_free') }))}
        </Button>
      </TotalBar>
      {configurations.bot_check ? <p className="fine">{t('order_bot_check')}</p> : null}
    </>
  );
}

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
