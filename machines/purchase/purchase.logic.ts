import { setup } from 'xstate';
import { readOrder } from '#machines/order/order.actors.ts';
import { startingChoice } from '#machines/order/order.logic.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import { payingActors, purchaseActions, purchaseGuards } from '#machines/shared/lazy-machines.ts';
import { eventOf } from '#machines/shared/params.ts';
import { wait } from '#machines/shared/wait.ts';
import { checkoutOf, isUnpaid } from '#src/domain/purchase.ts';
import { applyPage, clearedContext, initialContext } from './purchase.context.ts';
import type { PurchaseContext, PurchaseInput, PurchaseTypes } from './purchase.types.ts';

type Inputs = { context: PurchaseContext };

/** What the purchase and its children begin with. */
export const inputs = {
  purchase: ({ input }: { input: PurchaseInput }) => initialContext(input),
  order: ({ context: { lang, order, choice, token, placing } }: Inputs) => ({
    lang,
    choice: startingChoice(choice, order),
    replaces: token,
    attempt: placing,
  }),
  customer: ({ context: { token, customer, attempt, lang } }: Inputs) => ({
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

/** Everything that a purchase runs: the same object as `payingActors`, which loading completes (docs/charts.md#loading). */
export const actors = Object.assign(payingActors, { order, readOrder, wait });

const { assign, enqueueActions } = setup({ types: {} as PurchaseTypes, actors });

/** Guards before the first order; loading completes them (docs/charts.md#loading). */
export const guards = Object.assign(purchaseGuards, {
  isBought: ({ context }: Inputs) => !isUnpaid(context),
  isOnlyMail: ({ context }: Inputs) => context.site.onlyMail,
  mayOrder: ({ context }: Inputs) => !context.site.onlyMail,
});

/** Actions before the first order; loading completes them. With params its rows would not fit on a line: these read the event by `eventOf`. */
export const actions = Object.assign(purchaseActions, {
  /** Tickets that are chosen after a completed purchase are another one. */
  assignPage: assign(({ context, event }) => ({
    ...(context.completion && clearedContext(context)),
    ...applyPage(context, event),
  })),
  assignPlacing: assign(({ event }) => ({
    placing: eventOf(event, 'xstate.snapshot.order').snapshot.context.attempt,
  })),
  countRefusal: assign({ refused: ({ context }) => context.refused + 1 }),
  /** Switches the purchase, and the order page if it is open, to the new language. */
  switchLang: enqueueActions(({ event, self, enqueue }) => {
    const chosen = eventOf(event, 'language.choose');
    const { order } = self.getSnapshot().children;
    enqueue.assign({ lang: chosen.lang });
    if (order) enqueue.sendTo(order, chosen);
  }),
});
