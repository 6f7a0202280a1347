import { requestIn } from '#machines/shared/screens.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { CheckoutContext, CheckoutEvent, Outcome, PostInput } from './checkout.types.ts';

/** Seconds until the outcome is queried again, unless the server names another time. */
export const usualPause = 3;

/** The payment as this browser sends it. */
export const attemptOf = (context: CheckoutContext): PostInput => {
  const { token, lang, price, visit, method, payment, key } = context;
  return { token, lang, price, visit, method, payment, key };
};

/** Context changes for a reply of checkout or confirmcheckout. */
export const applyReply = (reply: CheckoutReply): Partial<CheckoutContext> => {
  switch (reply.status) {
    case 'paid':
      return { completion: reply.completion };
    case 'requires_action':
      return { challenge: { payment_intent_id: reply.payment_intent_id, client_secret: reply.client_secret } };
    case 'redirect':
      return { redirect: { url: reply.url, method: reply.method, fields: reply.fields } };
    case 'checking':
      return { retryAfter: reply.retry_after };
  }
};

/** Context changes after a request without a reply: the outcome is queried later. */
export const applyUnanswered = ({ retryAfter = usualPause }: FailureDetails): Partial<CheckoutContext> => ({
  retryAfter,
  isUnreachable: true,
});

/** A provider's return, as the checkout that waits for it gets it. */
export const returnIn = ({ event }: { event: { type: string } }): CheckoutEvent => ({
  type: 'page.returned',
  r: requestIn(event).query.r ?? null,
});

/** The reference of a provider's return belongs to no payment. */
export const returnNotFound: FailureDetails = { code: 'return_not_found', unknown: false };

/** A decline by the provider. The reason is present only in the browser that came back from the provider. */
const refusedBy = (reason: DeclineReason | undefined): FailureDetails => ({
  ...{ code: 'payment_api_failure', unknown: false },
  ...(reason && { reason }),
});

/**
 * Context changes for a queried outcome. Status `open` means a declined attempt, unless the return's reference was unknown: then
 * the open order does not show the result of the payment that the visitor returned from.
 */
export const applyOutcome = (
  outcome: Outcome,
  { isReturnLost }: Pick<CheckoutContext, 'isReturnLost'>,
): Partial<CheckoutContext> => {
  const token = outcome.token;
  switch (outcome.status) {
    case 'paid':
      return { token, completion: outcome.completion };
    case 'declined':
      return { token, failure: refusedBy(outcome.reason) };
    case 'checking':
      return { token, retryAfter: outcome.retry_after, isUnreachable: false };
    case 'open':
      return { token, failure: isReturnLost ? returnNotFound : { code: 'payment_api_failure', unknown: false } };
  }
};
