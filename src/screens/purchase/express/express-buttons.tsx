import './express-buttons.css';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Order } from '#src/domain/order.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import type { StripeMethod } from '#src/payments/stripe-elements.ts';
import type { LineItem, Sheets } from '#src/payments/stripe-express.ts';
import { useShop } from '#src/screens/shop.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Section } from '#src/ui/layout.tsx';
import { afterPointerUp } from '#src/ui/pointer.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** The lines of an order, for a wallet's sheet, in the page's language. They add up to the total, or are one line. */
const useLineItems = (order: Order): LineItem[] => {
  const { t } = useTexts();
  const translated = useTranslatedOrder();
  const { main_product: main, set_products, coupon } = translated(order);
  const line = (name: string, count: number, unitPrice: number): LineItem => ({
    name: t('common_times', { name, count }),
    amount: count * unitPrice,
  });
  const lines = [
    ...main.order_options.map(({ name, quantity, add_cost }) => line(name, quantity, add_cost)),
    ...set_products.map(({ product_name, quantity, add_cost }) => line(product_name, quantity, add_cost)),
    ...(coupon ? [{ name: coupon.coupon_name, amount: -coupon.coupon_discount }] : []),
  ].filter(({ amount }) => amount !== 0);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const items = total === order.price ? lines : [{ name: main.product_name, amount: order.price }];
  /* A new list would open the wallets' buttons again. */
  const content = JSON.stringify(items);
  return useMemo<LineItem[]>(() => JSON.parse(content), [content]);
};

type Props = Pick<Sheets, 'mayPay' | 'onConfirmed' | 'onClosed'> & {
  order: Order;
  /** The method that the wallets' tokens are of. */
  method: StripeMethod;
  wallets: readonly ExpressWallet[];
  /** Details that the sheets ask for in addition to the payment; the object changes only with them. */
  asks?: Sheets['asks'];
  /** Called with the wallets that the device has. */
  onAvailable?: (wallets: readonly ExpressWallet[]) => void;
  title?: string;
  text?: ReactNode;
  /** Content below the buttons. */
  children: ReactNode;
};

/** Devices that have a wallet more often than not: for them the place of the buttons is kept. */
const isLikely = (): boolean => 'ApplePaySession' in globalThis || /Android/.test(navigator.userAgent);

/** Buttons of the wallets that the device has; nothing where it has none (docs/product.md#express-wallets). */
export function ExpressButtons({ order, method, wallets, asks, title, text, children, ...sheets }: Props) {
  const { lang } = useShop();
  const items = useLineItems(order);
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState<readonly ExpressWallet[] | null>(null);
  const amount = order.price;
  const mayPay = useEffectEvent(sheets.mayPay);
  const onConfirmed = useEffectEvent(sheets.onConfirmed);
  const onClosed = useEffectEvent(sheets.onClosed);
  const onAvailable = useEffectEvent((found: readonly ExpressWallet[]) => {
    setAvailable(found);
    sheets.onAvailable?.(found);
  });

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    let remove = () => {};
    let isLive = true;
    // buttons that appear or are given up move the page
    const settle = (show: () => void) => afterPointerUp(() => isLive && show());
    const load = async () => {
      const { mountExpress } = await within(import('#src/payments/stripe-express.ts'));
      if (!isLive) return;
      const payment = { amount, lang, wallets, items, method, asks };
      const element = mountExpress(container, {
        ...payment,
        mayPay: () => mayPay(),
        onConfirmed: (token, contact) => onConfirmed(token, contact),
        onClosed: (failure) => onClosed(failure),
      });
      remove = element.remove;
      const found = await element.ready;
      settle(() => onAvailable(found));
    };
    // the page is drawn and can be used before it loads them: a frame's callbacks run before it is drawn
    const frame = requestAnimationFrame(() =>
      setTimeout(() => isLive && load().catch(() => settle(() => setAvailable([])))),
    );
    return () => {
      isLive = false;
      cancelAnimationFrame(frame);
      remove();
    };
  }, [method, amount, lang, wallets, items, asks]);

  if (available?.length === 0) return null;
  return (
    <div className="express-pay" data-unknown={(available === null && !isLikely()) || undefined}>
      <Section title={title}>
        {text ? <p className="fine">{text}</p> : null}
        <div ref={place} className="express-buttons" />
        <p className="fine">{children}</p>
      </Section>
    </div>
  );
}
