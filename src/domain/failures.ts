import * as v from 'valibot';
import { DeclineReasonSchema } from './decline-reason.ts';

/**
 * The shop's reaction to a failure (docs/product.md#failure-dialogs, docs/charts.md#failures): `reset` clears the purchase and
 * starts again, `change-payment` goes to the payment step and shows the reason at its top, `mend` shows the error next to what
 * the visitor can change, `dialog` opens a dialog.
 */
export type Effect = 'reset' | 'change-payment' | 'mend' | 'dialog';

/**
 * A row for each failure: the server's code, the number in its dialog, and its effect. The codes of docs/product.md#mapped-failures are
 * public and visitors quote the numbers, so both stay as they are. A new row takes the next number.
 */
export const failures = {
  session_timeout: { number: 100, effect: 'reset' },
  payment_api_failure: { number: 101, effect: 'change-payment' },
  seat_reserve_error: { number: 102, effect: 'mend' },
  product_change_date_error: { number: 103, effect: 'mend' },
  ticket_not_on_sale: { number: 104, effect: 'mend' },
  dearer_slot: { number: 105, effect: 'mend' },
  cannot_change_ticket: { number: 106, effect: 'mend' },
  coupon_not_available: { number: 107, effect: 'mend' },
  coupon_code_not_exist: { number: 108, effect: 'mend' },
  coupon_expired: { number: 109, effect: 'mend' },
  coupon_limit_reached: { number: 110, effect: 'mend' },
  coupon_out_of_coverage: { number: 111, effect: 'mend' },
  coupon_invalid_channel: { number: 112, effect: 'mend' },
  ticket_not_found: { number: 113, effect: 'mend' },
  split_no_child: { number: 114, effect: 'mend' },
  split_option_less_than_one: { number: 115, effect: 'mend' },
  invalid_input: { number: 116, effect: 'mend' },
  invalid_quantity: { number: 117, effect: 'mend' },
  token_not_found: { number: 118, effect: 'mend' },
  token_unavailable: { number: 119, effect: 'mend' },
  card_input: { number: 120, effect: 'mend' },
  script_blocked: { number: 121, effect: 'mend' },
  method_unavailable: { number: 122, effect: 'mend' },
  extension_limit: { number: 123, effect: 'mend' },
  /** The payment arrived after the seats were released, and is refunded. */
  payment_refunded: { number: 124, effect: 'dialog' },
  order_closed: { number: 125, effect: 'dialog' },
  idempotency_key_reused: { number: 126, effect: 'dialog' },
  in_flight: { number: 127, effect: 'dialog' },
  rate_limited: { number: 128, effect: 'dialog' },
  bot_check_failed: { number: 129, effect: 'mend' },
  bad_request: { number: 130, effect: 'dialog' },
  request_error: { number: 131, effect: 'dialog' },
  connection_error: { number: 132, effect: 'dialog' },
  bot_check_blocked: { number: 133, effect: 'mend' },
  /** The reference of a payment provider's return is unknown. */
  return_not_found: { number: 134, effect: 'mend' },
  /** An order without an admitted place in the waiting room. */
  queue_required: { number: 135, effect: 'mend' },
  coupon_rest_unpayable: { number: 136, effect: 'mend' },
  /** A kind of ticket that is not sold without another one, such as a child's. */
  companion_missing: { number: 137, effect: 'mend' },
} as const satisfies Record<string, { number: number; effect: Effect }>;

export type FailureCode = keyof typeof failures;

/** Whether a dialog has a number to quote: a question, a hold that ended and a lost connection are no faults. */
export const isFault = (number: number): boolean =>
  number >= 100 && number !== failures.session_timeout.number && number !== failures.connection_error.number;

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

/** The storable failure of anything thrown in an actor; anything but a Failure counts as a request error. */
export const failureOf = (thrown: unknown): FailureDetails =>
  thrown instanceof Failure ? thrown.details : { code: 'request_error', unknown: true };

/** The shop's reaction to a failure. */
export const effectOf = ({ code }: FailureDetails): Effect => failures[code].effect;

/** Failures that show the message of another. */
const sharedMessages = {
  idempotency_key_reused: 'bad_request',
  in_flight: 'bad_request',
  return_not_found: 'token_not_found',
  queue_required: 'rate_limited',
} as const satisfies Partial<Record<FailureCode, FailureCode>>;

const sharesMessage = (code: FailureCode): code is keyof typeof sharedMessages => code in sharedMessages;

/** The id of a failure's message. */
export const failureText = (code: FailureCode): `failure_${Exclude<FailureCode, keyof typeof sharedMessages>}` =>
  `failure_${sharesMessage(code) ? sharedMessages[code] : code}`;
