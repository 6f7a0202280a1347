import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import type { OrderOutput, Placed } from '#machines/order/order.types.ts';
import { withoutPersonalData } from '#src/domain/order.ts';
import { withOrder } from '#src/domain/purchase-order.ts';
import { initialContext, type Part } from './purchase.context.ts';
import type { PurchaseContext, PurchaseEvent } from './purchase.types.ts';

/** Changes of a purchase's context by the events of an order. */

/** Stores the server's order, which includes the effect of an attempt with unknown outcome. */
export const applyOrder = (context: PurchaseContext, placed: Placed): Part => ({
  ...withOrder(context, placed),
  attempt: null,
  placing: null,
  agreed: null,
});

/**
 * The customer was saved: what was agreed to in a wallet's sheet pays that total, and no other, on the last page, as a change of
 * an order whose payment was chosen does.
 */
export const applySaved = (context: PurchaseContext, placed: Placed): Part => ({
  ...applyOrder(context, placed),
  ...(context.agreed?.price === placed.order.price && { ...context.agreed.paid, changing: true }),
});

/** The order step is done: stores its choice, and the order whose seats are held. */
export const applyChoice = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  failure: null,
  ...(placed && applyOrder(context, placed)),
});

/** Completion clears all but itself and what was bought (docs/product.md#completion). A paid order that was read has it, too. */
export const applyCompletion = (context: PurchaseContext, event: PurchaseEvent): Part => {
  const order = event.type === 'xstate.done.actor.readOrder' ? event.output.order : context.order;
  const paid = event.type === 'xstate.done.actor.checkout' ? event.output.completion : null;
  const completion = paid ?? order?.completion ?? null;
  return { ...initialContext(context), completion, order: order && withoutPersonalData(order) };
};

/** An attempt that ended without a ticket: the provider's single-use token is spent. */
export const applyCheckout = (context: PurchaseContext, { token, failure }: CheckoutOutput): Part => {
  const isLost = failure?.code === 'return_not_found';
  const part: Part = {
    token: token ?? context.token,
    completion: token ? null : context.completion,
    payment: null,
    r: null,
  };
  // The order belongs to another browser and must not be shown in this one.
  if (!isLost && token === null && context.token === null) return { ...part, failure };
  if (!isLost) return part;
  // The order of this browser, if there was one, has ended too.
  return { ...part, ...(token === null && context.token !== null ? initialContext(context) : {}), failure };
};
