import * as v from 'valibot';

/** Why a provider declined a payment, in five categories that a visitor can act on (docs/payments.md#decline-reasons). */
export const declineReasons = ['wrong_input', 'funds_or_limit', 'refused', 'authentication', 'try_later'] as const;
export const DeclineReasonSchema = v.picklist(declineReasons);
export type DeclineReason = v.InferOutput<typeof DeclineReasonSchema>;
