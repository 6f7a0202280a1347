import type { FailureNote } from '#src/domain/failures.ts';
import type { CheckoutReply, DeclineReason } from '#src/domain/payment.ts';
import type { CheckoutContext, CheckoutEvent, Outcome, PostInput } from './checkout.types.ts';

/** What this browser pays with. */
export const attemptOf = ({ token, lang, price, method, payment, key }: CheckoutContext): PostInput => ({
  token,
  lang,
  price,
  method,
  payment,
  key,
});

/** In: the answer of checkout or confirmcheckout. Out: what of it is kept. */
export const replied = (reply: CheckoutReply): Partial<CheckoutContext> => {
  switch (reply.status) {
    case 'paid':
      return { completion: reply.completion };
    case 'requires_action':
      return { challenge: { payment_intent_id: reply.payment_intent_id, client_secret: reply.client_secret } };
    case 'redirect':
      return { leave: { url: reply.url, method: reply.method, fields: reply.fields } };
    case 'checking':
      return { retryAfter: reply.retry_after };
  }
};

/** The reference of a return names no payment. */
export const returnNotFound: FailureNote = { code: 'return_not_found', unknown: false };

/** A refusal of the provider; why is told only to the browser that came back from it. */
const refusedBy = (reason: DeclineReason | undefined): FailureNote => ({
  ...{ code: 'payment_api_failure', unknown: false },
  ...(reason && { reason }),
});

/**
 * What of an outcome is kept. An attempt that left nothing behind is a refusal to mend, unless the visitor came by an unknown
 * reference: then the open order says nothing about the payment they came from.
 */
export const asked = (
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

/** In: any event. Out: the status its output carries, if any; guards decide by it. */
export const statusIn = (event: CheckoutEvent): string | null => ('output' in event ? event.output.status : null);
