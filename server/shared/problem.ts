import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { FailureCode } from '#src/domain/failures.ts';

/** A fault of an input: where (JSON pointer, `#/field`) and what. */
export type InputError = { pointer: string; detail: string };

type Extra = {
  status?: number;
  detail?: string;
  errors?: InputError[];
  reason?: DeclineReason;
  /** Yen that a coupon would leave to pay. */
  rest?: number | undefined;
  /** When people were let in last, where a hold ended with it. */
  lastAdmission?: string;
  /** Seconds. */
  retryAfter?: number;
  headers?: Record<string, string>;
};

/** Status and title of each problem. */
export const problems = {
  session_timeout: [410, 'The hold on the seats has ended'],
  payment_api_failure: [402, 'The payment was not taken'],
  seat_reserve_error: [409, 'Out of stock'],
  product_change_date_error: [400, 'No stock has been registered for this product'],
  ticket_not_on_sale: [409, 'Ticket not on sale now'],
  dearer_slot: [409, 'The new date costs more than was paid'],
  cannot_change_ticket: [409, 'Cannot change ticket'],
  coupon_not_available: [409, 'Coupon not available'],
  coupon_code_not_exist: [404, 'coupon_code does not exist'],
  coupon_expired: [409, 'Expired coupon'],
  coupon_limit_reached: [409, 'Coupon limit reached'],
  coupon_out_of_coverage: [409, 'Out of coverage dates of the coupon'],
  coupon_invalid_channel: [409, 'Invalid channel'],
  coupon_rest_unpayable: [409, 'No payment method takes what the coupon leaves'],
  ticket_not_found: [404, 'Ticket not found'],
  split_no_child: [409, 'Specified parent ticket does not have more than one child ticket'],
  split_option_less_than_one: [409, 'Specified option value of the ticket is less than 1'],
  invalid_input: [400, 'Something sent is not valid'],
  invalid_quantity: [400, 'The quantity is not allowed'],
  token_not_found: [404, 'Nothing is known by this token'],
  token_unavailable: [410, 'This token is no longer available'],
  card_input: [400, 'The card was not read'],
  script_blocked: [400, 'A script is missing'],
  method_unavailable: [409, 'This payment method cannot be used for this order'],
  extension_limit: [409, 'The hold cannot be extended again'],
  order_closed: [409, 'The order is closed'],
  payment_refunded: [409, 'The payment came too late and is given back'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request'],
  in_flight: [409, 'The request with this Idempotency-Key is still running'],
  rate_limited: [429, 'Too many requests'],
  bot_check_failed: [403, 'The bot check failed'],
  bad_request: [400, 'The request cannot be answered'],
  request_error: [500, 'Something went wrong on our side'],
  connection_error: [503, 'A service behind this one is not available'],
  bot_check_blocked: [400, 'The bot check was not loaded'],
  return_not_found: [404, 'No payment is known by this reference'],
  queue_required: [403, 'Wait in the queue before ordering'],
  companion_missing: [400, 'A ticket needs another one with it'],
} as const satisfies Record<FailureCode, readonly [number, string]>;

/**
 * Thrown by handlers to reject a request; becomes an RFC 9457 problem document with nothing else in it. It has no stack, since it
 * is not an error of ours and capturing one would be most of the cost of a rejection under load.
 */
export class Problem extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly extra: Extra;
  constructor(code: FailureCode, extra: Extra = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Problem';
    this.code = code;
    this.status = extra.status ?? problems[code][0];
    this.extra = extra;
  }
}

/** A rejection of an input that names the field and its fault. */
export const invalid = (
  field: string,
  detail: string,
  code: FailureCode = 'invalid_input',
  extra: Extra = {},
): Problem => new Problem(code, { ...extra, errors: [{ pointer: `#/${field}`, detail }] });

/** The problem document (RFC 9457, docs/architecture.md#problems). */
export const documentOf = ({ code, status, extra }: Problem, requestId?: string): Record<string, unknown> => ({
  type: 'about:blank',
  title: problems[code][1],
  status,
  ...(extra.detail ? { detail: extra.detail } : {}),
  code,
  ...(extra.errors ? { errors: extra.errors } : {}),
  ...(extra.reason ? { reason: extra.reason } : {}),
  ...(extra.rest === undefined ? {} : { rest: extra.rest }),
  ...(extra.lastAdmission ? { last_admission: extra.lastAdmission } : {}),
  ...(extra.retryAfter === undefined ? {} : { retry_after: extra.retryAfter }),
  ...(requestId ? { request_id: requestId } : {}),
});

export const problemResponse = (problem: Problem, requestId?: string): Response =>
  new Response(JSON.stringify(documentOf(problem, requestId)), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...(problem.extra.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(problem.extra.retryAfter)) }),
      ...problem.extra.headers,
    },
  });
