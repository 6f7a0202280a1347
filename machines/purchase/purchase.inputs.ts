import type { CheckoutInput } from '#machines/checkout/checkout.types.ts';
import type { OrderInput } from '#machines/order/order.types.ts';
import type { PaymentInput } from '#machines/payment/payment.types.ts';
import type { CancelInput, CustomerInput, PurchaseContext, ResumeInput } from './purchase.types.ts';

/** What the purchase hands to its children; every key begins with the purchase's own (DESIGN §3.10). */

type Given = { context: PurchaseContext };

const keyOf = ({ seed, turn }: PurchaseContext): string => `${seed}-${turn}`;

export const orderOf = ({ context }: Given): OrderInput => ({
  lang: context.lang,
  choice: context.choice,
  replaces: context.token,
  seed: `${keyOf(context)}-order`,
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
    // a hold taken again in the same turn asks anew
    seed: `${keyOf(context)}-hold-${context.order?.extensions_left ?? 0}`,
  },
});

export const customerOf = ({ context }: Given): CustomerInput => ({
  token: context.token,
  customer: context.customer,
  key: `${keyOf(context)}-customer`,
});

export const checkoutOf = ({ context }: Given): CheckoutInput => ({
  token: context.token,
  lang: context.lang,
  price: context.order?.price ?? 0,
  method: context.method,
  payment: context.payment,
  key: `${keyOf(context)}-pay`,
  r: context.r,
});

export const cancelOf = ({ context }: Given): CancelInput => ({
  token: context.token,
  key: `${keyOf(context)}-cancel`,
});

export const paymentOf = ({ context }: Given): PaymentInput => ({
  token: context.token ?? '',
  order: context.order,
  method: context.method,
  note: context.note,
  seed: `${keyOf(context)}-payment`,
});

export const resumeOf = ({ context }: Given): ResumeInput => ({ token: context.token, mailToken: context.mailToken });
