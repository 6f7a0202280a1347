import type { CheckoutInput } from '#machines/checkout/checkout.types.ts';
import type { Choice, OrderInput, ResumeInput } from '#machines/order/order.types.ts';
import type { PaymentInput } from '#machines/payment/payment.types.ts';
import { monthOf, venueDay } from '#src/domain/dates.ts';
import type { Order } from '#src/domain/order.ts';
import type { CancelInput, CustomerInput, PurchaseContext } from './purchase.types.ts';

type InputArgs = { context: PurchaseContext };

/** An order converted to a choice for the order page. The limits are wide, because the server enforces them. */
const choiceOf = ({ main_product: main, set_products }: Order): Choice => {
  const { product_uuid, sale_type, reservation_from, reservation_to, quantity } = main;
  const day = venueDay(reservation_from);
  return {
    product: { uuid: product_uuid, sale_type, min_quantity: 1, max_quantity: 999 },
    month: monthOf(day).from,
    day: sale_type === 'period' ? null : day,
    timespan: {
      id: main.time_span_id,
      reservation_from,
      reservation_to,
      state: 'plenty',
      remaining: quantity,
      surcharge: 0,
    },
    lines: main.order_options.map(({ id, name, add_cost, quantity: count }) => ({ id, name, price: add_cost, count })),
    sets: set_products.map(({ id, product_name, add_cost, quantity: count }) => ({
      id,
      name: product_name,
      price: add_cost,
      count,
    })),
  };
};

/** Input of the order page. An order begun in another browser has no stored choice, so it is derived from the order. */
export const orderOf = ({ context }: InputArgs): OrderInput => ({
  lang: context.lang,
  choice: context.order && !context.choice.product ? choiceOf(context.order) : context.choice,
  replaces: context.token,
});

/** How the hold is spawned. */
export const holdOf = (context: PurchaseContext) => ({
  id: 'hold' as const,
  systemId: 'hold',
  syncSnapshot: true,
  input: {
    token: context.token ?? '',
    expiresAt: context.expiresAt,
    extensionsLeft: context.order?.extensions_left ?? 0,
    ended: context.order?.status === 'expired',
  },
});

/** Input of the requests that send the customer details or the confirmation mail. */
export const customerOf = ({ context }: InputArgs): CustomerInput => ({
  token: context.token,
  customer: context.customer,
  key: context.attempt?.key ?? '',
});

/** Input of a payment attempt; `r` only after a return from a provider. The price is in yen. */
export const checkoutOf = ({ context }: InputArgs): CheckoutInput => ({
  token: context.token,
  lang: context.lang,
  price: context.order?.price ?? 0,
  method: context.method,
  payment: context.payment,
  r: context.r,
});

/** Input of the request that cancels an order. */
export const cancelOf = ({ context }: InputArgs): CancelInput => ({
  token: context.token,
  key: context.attempt?.key ?? '',
});

/** Input of the payment page; `failure` says why the last attempt failed. */
export const paymentOf = ({ context }: InputArgs): PaymentInput => ({
  token: context.token ?? '',
  order: context.order,
  method: context.method,
  failure: context.failure,
});

/** Input of reading an order: its token, or the token of the mail. */
export const resumeOf = ({ context }: InputArgs): ResumeInput => ({
  token: context.token,
  mailToken: context.mailToken,
});
