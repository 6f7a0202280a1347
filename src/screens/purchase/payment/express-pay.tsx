import './express-pay.css';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { Order } from '#src/domain/order.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import type { StripeMethod } from '#src/payments/stripe-elements.ts';
import { useShop } from '#src/screens/shop.ts';
import { Section } from '#src/ui/section.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { useLineItems } from './line-items.ts';

type Props = {
  payment: ActorRefFrom<typeof paymentMachine>;
  order: Order;
  /** The method that the wallets' tokens are of. */
  method: StripeMethod;
  wallets: readonly ExpressWallet[];
  /** Called with the wallets that the device has. */
  onAvailable: (wallets: readonly ExpressWallet[]) => void;
};

/** Devices that have a wallet more often than not: for them the place of the buttons is kept. */
const isLikely = (): boolean => 'ApplePaySession' in globalThis || /Android/.test(navigator.userAgent);

/** Buttons of the wallets that the device has; they order and pay at once (docs/product.md#express-wallets). */
export function ExpressPay({ payment, order, method, wallets, onAvailable }: Props) {
  const { t, price } = useTexts();
  const { lang } = useShop();
  const items = useLineItems(order);
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState<readonly ExpressWallet[] | null>(null);
  const amount = order.price;

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    let remove = () => {};
    let isLive = true;
    const show = async () => {
      const { mountExpress } = await within(import('#src/payments/stripe-express.ts'));
      if (!isLive) return;
      const element = mountExpress(container, {
        ...{ amount, lang, wallets, items, method },
        mayPay: () => payment.getSnapshot().hasTag('settled'),
        onConfirmed: (confirmed) => payment.send({ type: 'sheet.confirmed', method, payment: confirmed }),
        onClosed: (failure) => payment.send({ type: 'sheet.closed', failure }),
      });
      remove = element.remove;
      const found = await element.ready;
      if (!isLive) return;
      setAvailable(found);
      onAvailable(found);
    };
    show().catch(() => isLive && setAvailable([]));
    return () => {
      isLive = false;
      remove();
    };
  }, [payment, method, amount, lang, wallets, items, onAvailable]);

  if (available?.length === 0) return null;
  return (
    <div className="express-pay" data-unknown={(available === null && !isLikely()) || undefined}>
      <Section title={t('express_title')}>
        <p className="fine">{t('express_text', { price: price(amount) })}</p>
        <div ref={place} className="express-buttons" />
        <p className="fine">{t('confirm_agree')}</p>
      </Section>
    </div>
  );
}
