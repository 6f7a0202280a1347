import { checkoutMachine as checkout } from '#machines/checkout/checkout.machine.ts';
import { correctionMachine as correction } from '#machines/correction/correction.machine.ts';
import { holdMachine as hold } from '#machines/hold/hold.machine.ts';
import { readOrder } from '#machines/order/order.actors.ts';
import { startingChoice } from '#machines/order/order.logic.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import { paymentMachine as payment } from '#machines/payment/payment.machine.ts';
import { wait } from '#machines/shared/wait.ts';
import { checkoutOf } from '#src/domain/purchase.ts';
import { cancelOrder, putCustomer, sendOrderMail } from './purchase.actors.ts';
import { initialContext } from './purchase.context.ts';
import type { PurchaseContext, PurchaseInput } from './purchase.types.ts';

type Inputs = { context: PurchaseContext };

/** Inputs of the purchase and its children. */
export const inputs = {
  purchase: ({ input }: { input: PurchaseInput }) => initialContext(input),
  order: ({ context: { lang, order, choice, token, placing } }: Inputs) => ({
    lang,
    choice: startingChoice(choice, order),
    replaces: token,
    attempt: placing,
  }),
  customer: ({ context: { token, customer, attempt } }: Inputs) => ({ token, customer, key: attempt?.key ?? '' }),
  mail: ({ context: { token, customer, attempt, lang } }: Inputs) => ({
    ...{ token, customer, lang },
    key: attempt?.key ?? '',
  }),
  payment: ({ context: { token, order, method, failure } }: Inputs) => ({ token: token ?? '', order, method, failure }),
  checkout: ({ context }: Inputs) => checkoutOf(context),
  pause: ({ context: { resendAt } }: Inputs) => ({ until: resendAt ?? 0 }),
  reading: ({ context: { token, mailToken } }: Inputs) => ({ token, mailToken }),
  cancel: ({ context: { token, attempt } }: Inputs) => ({ token, key: attempt?.key ?? '' }),
  /** How long an order is read or cancelled before the visitor is offered a way on, ms. */
  limit: { for: 20_000 },
};

/** Everything that a purchase runs. */
export const actors = {
  order,
  hold,
  payment,
  checkout,
  correction,
  readOrder,
  putCustomer,
  sendOrderMail,
  cancelOrder,
  wait,
};
