import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { nothingChosen } from '#machines/order/order.logic.ts';
import type { OrderOutput, Placed } from '#machines/order/order.types.ts';
import { requestIn } from '#machines/shared/screens.ts';
import { withoutPersonalData } from '#src/domain/order.ts';
import { isConfirmed, isCustomerReady, noFacts, withOrder } from '#src/domain/purchase.ts';
import type { Mailed, PurchaseContext, PurchaseEvent, PurchaseInput } from './purchase.types.ts';

/** A confirmation mail can be sent again after a minute (docs/product.md#const-mail-resend), ms. */
const mailPause = 60_000;

type Part = Partial<PurchaseContext>;

/** Context of a purchase in which nothing has happened; of another one it has site and language. */
export const initialContext = ({ site, lang }: PurchaseInput): PurchaseContext => ({
  ...noFacts,
  site,
  lang,
  attempt: null,
  placing: null,
  resendAt: null,
  choice: nothingChosen,
  agreed: null,
  drafts: {},
});

/** The purchase goes on at a requested page; `?ref=c` marks a change variant. */
export const applyPage = (context: PurchaseContext, event: PurchaseEvent): Part => ({
  changing: requestIn(event).query.ref === 'c' && context.payment !== null,
  r: null,
  mailToken: null,
  failure: null,
});

/**
 * Stores the server's order, which includes the effect of an attempt with unknown outcome. If its customer may not pay yet, no
 * step leads back to the last page (`changing`), and none waits for a mail (`sentTo`), since none went to that address.
 */
export const applyOrder = (context: PurchaseContext, placed: Placed): Part => ({
  ...withOrder(context, placed),
  ...(isCustomerReady(context.site, placed.order) ? {} : { changing: false, sentTo: null }),
  attempt: null,
  placing: null,
  agreed: null,
});

/** The server has the customer, whose address is not confirmed before a mail's link to it is opened. */
export const applyMailed = (context: PurchaseContext, { sent_to, at }: Mailed): Part => {
  const { changing, customer, order } = context;
  const mail_confirmed = customer !== null && isConfirmed(context, customer.email);
  return {
    sentTo: sent_to,
    resendAt: at + mailPause,
    changing: changing && mail_confirmed,
    attempt: null,
    order: order && { ...order, customer_info: customer, mail_confirmed },
  };
};

/**
 * The customer was saved. If the total is the one that the visitor agreed to in a wallet's sheet, that payment is taken over, and
 * `changing` leads straight to the last page.
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
  const part: Part = {
    token: token ?? context.token,
    completion: token ? null : context.completion,
    payment: null,
    r: null,
  };
  if (failure?.code === 'return_not_found') {
    // The order of this browser, if there was one, has ended too.
    const hasEnded = token === null && context.token !== null;
    return { ...part, ...(hasEnded && initialContext(context)), failure };
  }
  // The order belongs to another browser and must not be shown in this one: only the failure is.
  return token === null && context.token === null ? { ...part, failure } : part;
};
