import type { FailureCode } from '#src/domain/failures.ts';
import { type FailureContext, goToStation, placeOf, type Reach } from './failure.ts';
import { botCheckFailures } from './failures-bot-check.ts';
import { orderFailures } from './failures-order.ts';
import { paymentFailures } from './failures-payment.ts';
import { ticketFailures } from './failures-ticket.ts';

/** How to cause every row of the failure table (src/domain/failures.ts) in the browser. */
export const failureReaches = {
  ...orderFailures,
  ...botCheckFailures,
  ...paymentFailures,
  ...ticketFailures,
} as const satisfies Record<FailureCode, Reach>;

/** Causes a row's failure and returns the place where it is displayed. */
export const fail = async (code: FailureCode, context: FailureContext) => {
  const reach: Reach = failureReaches[code];
  if (reach.from) await goToStation(context.visitor, reach.from);
  await reach.reach(context);
  const place = placeOf(code, reach, context.visitor);
  await place.waitFor();
  return { reach, place };
};
