import type { PaymentError } from './records.ts';
import type { PaymentIntentView } from './views.ts';

/** The `error` of Stripe's responses, see https://docs.stripe.com/api/errors. */
export type StripeErrorBody = PaymentError & { payment_intent?: PaymentIntentView };

export type FailureStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 429 | 500 | 503;

/** Thrown by any handler; the response becomes `status` with `{error}`. */
export class StripeFailure extends Error {
  readonly status: FailureStatus;
  readonly error: StripeErrorBody;
  constructor(status: FailureStatus, error: StripeErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error.code ? { doc_url: docUrl(error.code), ...error } : error;
  }
}

const docUrl = (code: string) => `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;

/** Creates the error of a call. */
export const failure = (status: FailureStatus, error: StripeErrorBody) => new StripeFailure(status, error);

/** 400: a parameter is invalid. */
export const invalidParam = (param: string, message: string, code?: string) =>
  failure(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });

/** 404: there is no object of that kind with this id. */
export const noSuch = (kind: string, id: string, param = 'id') =>
  failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 100)}'`,
    param,
  });
