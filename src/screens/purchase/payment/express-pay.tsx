import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { Order } from '#src/domain/order.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import type { StripeMethod } from '#src/payments/stripe-elements.ts';
import { ExpressButtons } from '#src/screens/purchase/express/express-buttons.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

type Props = {
  payment: ActorRefFrom<typeof paymentMachine>;
  order: Order;
  method: StripeMethod;
  wallets: readonly ExpressWallet[];
  onAvailable: (wallets: readonly ExpressWallet[]) => void;
};

/** The wallets among the methods: they order and pay at once. */
export function ExpressPay({ payment, ...express }: Props) {
  const { t, price } = useTexts();
  return (
    <ExpressButtons
      {...express}
      mayPay={() => payment.getSnapshot().hasTag('settled')}
      onConfirmed={(confirmed) => payment.send({ type: 'sheet.confirmed', method: express.method, payment: confirmed })}
      onClosed={(failure) => payment.send({ type: 'sheet.closed', failure })}
    >
      {unbroken(t('express_text', { price: price(express.order.price) }))} {t('confirm_agree')}
    </ExpressButtons>
  );
}
