import { checkoutMachine as checkout } from '#machines/checkout/checkout.machine.ts';
import { correctionMachine as correction } from '#machines/correction/correction.machine.ts';
import { holdMachine as hold } from '#machines/hold/hold.machine.ts';
import { readOrder } from '#machines/order/order.actors.ts';
import { startingChoice } from '#machines/order/order.logic.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import { paymentMachine as payment } from '#machines/payment/payment.machine.ts';
import { wait } from '#machines/shared/wait.ts';
import type { Lang } from '#src/domain/lang.ts';
import { checkoutOf, isConfirmed } from '#src/domain/purchase.ts';
import { cancelOrder, sendCustomer } from './purchase.actors.ts';
import { initialContext } from './purchase.changes.ts';
import type { PurchaseContext, PurchaseInput } from './purchase.types.ts';

type Inputs = { context: PurchaseContext };

/** How long an order is read or cancelled before the visitor is offered a way on, ms. */
const timeout = 20_000;

/** An address that was confirmed once is not confirmed again when other customer details change. */
const needsConfirmation = (context: PurchaseContext): boolean =>
  context.site.mailConfirm && !(context.customer && isConfirmed(context, context.customer.email));

/** `mailIn`: the mail's language. The stored attempt has this name in its content, so another would change its key. */
const customerIn = ({ token, customer, attempt }: PurchaseContext, mailIn: Lang | null) => ({
  token,
  customer,
  mailIn,
  key: attempt?.key ?? '',
});

export const inputs = {
  purchase: ({ input }: { input: PurchaseInput }) => initialContext(input),
  order: ({ context: { lang, order, choice, token, placing } }: Inputs) => ({
    lang,
    choice: startingChoice(choice, order),
    replaces: token,
    attempt: placing,
  }),
  customer: ({ context }: Inputs) => customerIn(context, needsConfirmation(context) ? context.lang : null),
  mail: ({ context }: Inputs) => customerIn(context, context.lang),
  payment: ({ context: { token, order, method, failure } }: Inputs) => ({ token: token ?? '', order, method, failure }),
  checkout: ({ context }: Inputs) => checkoutOf(context),
  pause: ({ context: { resendAt } }: Inputs) => ({ until: resendAt ?? 0 }),
  reading: ({ context: { token, mailToken } }: Inputs) => ({ token, mailToken, timeout }),
  cancel: ({ context: { token, attempt } }: Inputs) => ({ token, key: attempt?.key ?? '', timeout }),
};

export const actors = { order, hold, payment, checkout, correction, readOrder, sendCustomer, cancelOrder, wait };
