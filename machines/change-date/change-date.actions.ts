import { assign as assigning, setup } from 'xstate';
import { returnIn } from '#machines/checkout/checkout.logic.ts';
import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { chooseDay, wantAll } from '#machines/order/order.logic.ts';
import type { Found } from '#machines/order/order.types.ts';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, missing } from '#machines/shared/errors.ts';
import { enqueueFailure, enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { Method } from '#src/domain/payment.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { actors } from './change-date.inputs.ts';
import * as logic from './change-date.logic.ts';
import type { ChangeDateContext, ChangeDateEvent, ChangeDateTypes, Moved } from './change-date.types.ts';

const { assign, enqueueActions, sendTo } = setup({ types: {} as ChangeDateTypes, actors });

/** An `assign` with params, which those of `setup` do not have. */
const assignBy = <P>(partOf: (args: { context: ChangeDateContext }, params: P) => Partial<ChangeDateContext>) =>
  assigning<ChangeDateContext, ChangeDateEvent, P, ChangeDateEvent, never>(partOf);

export const actions = {
  assignTicket: assignBy(({ context }, ticket: Ticket) => logic.applyTicket(context, ticket)),
  forgetTicket: assign({ ticket: null }),
  assignMonth: assignBy(({ context }, { month }: { month: string }) => logic.showMonth(context, month)),
  assignDay: assignBy(({ context }, { day }: { day: string }) => chooseDay(context, day)),
  assignTimespan: assignBy(({ context: { choice } }, timespan: TimeSpan) => ({
    choice: { ...choice, timespan },
    failure: null,
    missed: null,
  })),
  assignFound: assignBy(({ context }, found: Found) => logic.applySearch(context, found)),
  assignMoved: assignBy((_, moved: Moved) => moved),
  /** The next search is for the weeks and the day that are shown. */
  wantAll: assign(({ context }) => wantAll(context)),
  assignMissingField: assign({ failure: missing('time_span_id') }),
  assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
  assignRefusedSlot: assign(({ context, event }) => logic.refuseSlot(context, failureIn(event))),
  clearFailure: assign({ failure: null }),
  startAttempt: assign(({ context }) => ({ attempt: startAttempt(context.attempt, logic.contentOf(context)) })),
  endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
  reportFailure: enqueueActions(enqueueFailure),
  assignMethod: assignBy((_, method: Method | null) => ({ method, failure: null })),
  assignMissingMethod: assign({ failure: missing('payment_method') }),
  assignPayment: assignBy((_, payment: PaymentToken) => ({ payment, failure: null })),
  assignLostSlot: assignBy(({ context }, { failure }: CheckoutOutput) => ({
    ...(failure && logic.refuseSlot(context, failure)),
    payment: null,
  })),
  assignOutcome: assignBy(({ context }, { completion, failure }: CheckoutOutput) => ({
    result: completion ? completion.reservation_token : context.result,
    failure,
    payment: null,
  })),
  /** Opens a dialog that says why a payment did not change the date, unless the page shows it in place. */
  reportUnpaid: enqueueActions(({ context: { failure }, ...args }) => {
    if (failure) enqueueFailureDialog(args, failure);
  }),
  passReturn: sendTo('checkout', returnIn),
};
