import * as v from 'valibot';
import { DeclineReasonSchema } from './decline-reason.ts';
import { FailureCodeSchema } from './failures.ts';

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
