import * as v from 'valibot';
import { DeclineReasonSchema } from './decline-reason.ts';

/**
 * What the shop does about a failure (docs/product.md#failure-dialogs, docs/charts.md#failures): `reset` clears the purchase and
 * starts again, `change-payment` goes to the payment step and shows the reason at its top, `mend` shows the error next to what
 * the visitor can change, `dialog` opens a dialog.
 */
export type Effect = 'reset' | 'change-payment' | 'mend' | 'dialog';

/**
 * One row per failure: the server's code and its effect. The codes of docs/product.md#mapped-failures are public and do not change.
 * New rows are added at the end: visitors quote the number of a row.
 */
export const failures = {
  session_timeout: 'reset',
  payment_api_failure: 'change-payment',
  seat_reserve_error: 'mend',
  product_change_date_error: 'mend',
  ticket_not_on_sale: 'mend',
  dearer_slot: 'mend',
  cannot_change_ticket: 'mend',
  coupon_not_available: 'mend',
  coupon_code_not_exist: 'mend',
  coupon_expired: 'mend',
  coupon_limit_reached: 'mend',
  coupon_out_of_coverage: 'mend',
  coupon_invalid_channel: 'mend',
  ticket_not_found: 'mend',
  split_no_child: 'mend',
  split_option_less_than_one: 'mend',
  invalid_input: 'mend',
  invalid_quantity: 'mend',
  token_not_found: 'mend',
  token_unavailable: 'mend',
  card_input: 'mend',
  script_blocked: 'mend',
  method_unavailable: 'mend',
  extension_limit: 'mend',
  /** The payment arrived after the seats were released, and is refunded. */
  payment_refunded: 'dialog',
  order_closed: 'dialog',
  idempotency_key_reused: 'dialog',
  in_flight: 'dialog',
  rate_limited: 'dialog',
  bot_check_failed: 'mend',
  bad_request: 'dialog',
  request_error: 'dialog',
  connection_error: 'dialog',
  bot_check_blocked: 'mend',
  /** The reference of a payment provider's return is unknown. */
  return_not_found: 'mend',
  /** An order without an admitted place in the waiting room. */
  queue_required: 'mend',
  coupon_rest_unpayable: 'mend',
  /** A kind of ticket that is not sold without another one, such as a child's. */
  companion_missing: 'mend',
} as const satisfies Record<string, Effect>;

export type FailureCode = keyof typeof failures;

export const failureCodes = Object.keys(failures).filter((code): code is FailureCode => code in failures);
export const FailureCodeSchema = v.picklist(failureCodes);

/** A failure as plain data: contexts and final outputs hold this instead of an Error, so that it can be stored. */
export const FailureDetailsSchema = v.object({
  code: FailureCodeSchema,
  /** The server's own code if it is not one of ours; shown for support. */
  quoted: v.optional(v.string()),
  /** Why a provider declined, with payment_api_failure. */
  reason: v.optional(DeclineReasonSchema),
  /** Yen that a coupon would leave to pay, with coupon_rest_unpayable. */
  rest: v.optional(v.number()),
  /** Last admission of the visit, where a hold ended with it (session_timeout). */
  lastAdmission: v.optional(v.string()),
  /** Names of invalid fields, with invalid_input. */
  fields: v.optional(v.array(v.string())),
  /** Seconds to wait before a retry, if the server sent them. */
  retryAfter: v.optional(v.number()),
  /** The call was silent, or its contract ignores the status: no dialog opens (docs/product.md#failure-dialogs). */
  silent: v.optional(v.boolean()),
  /** True if the request may have had its effect: there was no reply, or one that does not show it. */
  unknown: v.boolean(),
});
export type FailureDetails = v.InferOutput<typeof FailureDetailsSchema>;

/** Thrown by `call` and by actors. */
export class Failure extends Error {
  readonly details: FailureDetails;
  constructor(details: FailureDetails) {
    super(details.code);
    this.name = 'Failure';
    this.details = details;
  }
}

/** The storable failure of anything thrown in an actor; what is not a Failure counts as a request error. */
export const failureOf = (thrown: unknown): FailureDetails =>
  thrown instanceof Failure ? thrown.details : { code: 'request_error', unknown: true };

/** What the shop does about a failure. */
export const effectOf = ({ code }: FailureDetails): Effect => failures[code];

/** Failures that are said in the words of another. */
const wordsOf = {
  idempotency_key_reused: 'bad_request',
  in_flight: 'bad_request',
  return_not_found: 'token_not_found',
  queue_required: 'rate_limited',
} as const satisfies Partial<Record<FailureCode, FailureCode>>;

const hasOtherWords = (code: FailureCode): code is keyof typeof wordsOf => code in wordsOf;

/** The id of the message that says a failure. */
export const failureText = (code: FailureCode): `failure_${Exclude<FailureCode, keyof typeof wordsOf>}` =>
  `failure_${hasOtherWords(code) ? wordsOf[code] : code}`;
