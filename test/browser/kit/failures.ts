import type { FailureCode } from '#src/domain/failures.ts';
import { type FailureContext, goToStation, placeOf, type Reach } from './failure.ts';
import { orderFailures } from './order-failures.ts';
import { paymentFailures } from './payment-failures.ts';
import { ticketFailures } from './ticket-failures.ts';

/** How to cause every row of the failure table (src/domain/failures.ts) in the browser; test/api has what causes each at the server. */
const failureReaches = {
  ...orderFailures,
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
