import { type FailureCode, failures, failureText, isFault } from '#src/domain/failures.ts';
import { type FailureContext, goToStation, placeOf, type Reach } from './failure.ts';
import { orderFailures } from './order-failures.ts';
import { paymentFailures } from './payment-failures.ts';
import { textPattern } from './texts.ts';
import { ticketFailures } from './ticket-failures.ts';

/** How to cause the failures that no other scene of the gallery shows; test/api has what causes each at the server. */
const failureReaches = {
  ...orderFailures,
  ...paymentFailures,
  ...ticketFailures,
} as const satisfies Partial<Record<FailureCode, Reach>>;

/** Causes a row's failure and waits until its text is displayed, with its number if it is a dialog. Returns the way on. */
export const fail = async (code: keyof typeof failureReaches, context: FailureContext) => {
  const reach: Reach = failureReaches[code];
  if (reach.from) await goToStation(context.visitor, reach.from);
  await reach.reach(context);
  const place = placeOf(code, reach, context.visitor);
  const texts = [textPattern(context.lang, reach.textId ?? failureText(code), { code: reach.quotes ?? code })];
  if (['dialog', 'reset'].includes(failures[code].effect) && !reach.where && isFault(failures[code].number))
    texts.push(textPattern(context.lang, 'dialog_number', { number: String(failures[code].number) }));
  let shown = place;
  for (const hasText of texts) shown = shown.filter({ hasText });
  await shown.waitFor();
  return reach;
};
