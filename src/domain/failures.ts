import * as v from 'valibot';
import type { FailureDetailsSchema } from './failure-details.ts';

/**
 * What the shop does about a failure (docs/product.md#failure-dialogs, docs/charts.md#failures): `reset` clears the purchase and
 * starts again, `change-payment` goes to the payment step and shows the reason at its top, `mend` shows the error next to what
 * the visitor can change, `dialog` opens a dialog.
 */
export type Effect = 'reset' | 'change-payment' | 'mend' | 'dialog';

type FailureRow = { effect: Effect; text: `failure_${string}` };

/**
 * One row per failure: the server's code, its effect and its message id. The codes of docs/product.md#mapped-failures are public
 * and do not change.
 */
export const failures = {
  session_timeout: { effect: 'reset', text: 'failure_session_timeout' },
  payment_api_failure: { effect: 'change-payment', text: 'failure_payment_api_failure' },
  seat_reserve_error: { effect: 'mend', text: 'failure_seat_reserve_error' },
  product_change_date_error: { effect: 'mend', text: 'failure_product_change_date_error' },
  ticket_not_on_sale: { effect: 'mend', text: 'failure_ticket_not_on_sale' },
  dearer_slot: { effect: 'mend', text: 'failure_dearer_slot' },
  cannot_change_ticket: { effect: 'mend', text: 'failure_cannot_change_ticket' },
  coupon_not_available: { effect: 'mend', text: 'failure_coupon_not_available' },
  coupon_code_not_exist: { effect: 'mend', text: 'failure_coupon_code_not_exist' },
  coupon_expired: { effect: 'mend', text: 'failure_coupon_expired' },
  coupon_limit_reached: { effect: 'mend', text: 'failure_coupon_limit_reached' },
  coupon_out_of_coverage: { effect: 'mend', text: 'failure_coupon_out_of_coverage' },
  coupon_invalid_channel: { effect: 'mend', text: 'failure_coupon_invalid_channel' },
  ticket_not_found: { effect: 'mend', text: 'failure_ticket_not_found' },
  split_no_child: { effect: 'mend', text: 'failure_split_no_child' },
  split_option_less_than_one: { effect: 'mend', text: 'failure_split_option_less_than_one' },
  invalid_input: { effect: 'mend', text: 'failure_invalid_input' },
  invalid_quantity: { effect: 'mend', text: 'failure_invalid_quantity' },
  token_not_found: { effect: 'mend', text: 'failure_token_not_found' },
  token_unavailable: { effect: 'mend', text: 'failure_token_unavailable' },
  card_input: { effect: 'mend', text: 'failure_card_input' },
  script_blocked: { effect: 'mend', text: 'failure_script_blocked' },
  method_unavailable: { effect: 'mend', text: 'failure_method_unavailable' },
  extension_limit: { effect: 'mend', text: 'failure_extension_limit' },
  /** The payment arrived after the seats were released, and is refunded. */
  payment_refunded: { effect: 'dialog', text: 'failure_payment_refunded' },
  order_closed: { effect: 'dialog', text: 'failure_order_closed' },
  idempotency_key_reused: { effect: 'dialog', text: 'failure_bad_request' },
  in_flight: { effect: 'dialog', text: 'failure_bad_request' },
  rate_limited: { effect: 'dialog', text: 'failure_rate_limited' },
  bot_check_failed: { effect: 'mend', text: 'failure_bot_check_failed' },
  bad_request: { effect: 'dialog', text: 'failure_bad_request' },
  request_error: { effect: 'dialog', text: 'failure_request_error' },
  connection_error: { effect: 'dialog', text: 'failure_connection_error' },
  bot_check_blocked: { effect: 'mend', text: 'failure_bot_check_blocked' },
  /** The reference of a payment provider's return is unknown. */
  return_not_found: { effect: 'mend', text: 'failure_token_not_found' },
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof failures;

export const failureCodes = Object.keys(failures).filter((code): code is FailureCode => code in failures);
export const FailureCodeSchema = v.picklist(failureCodes);

/** Plain, storable account of a failure: contexts and final outputs hold this, never an Error. */
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
export const effectOf = (failure: FailureDetails): Effect => failures[failure.code].effect;
