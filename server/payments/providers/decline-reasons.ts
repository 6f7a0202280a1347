import type { DeclineReason } from '#src/domain/decline-reason.ts';

const rows = new Map<string, DeclineReason>(
  Object.entries({
    insufficient_funds: 'funds_or_limit',
    card_velocity_exceeded: 'funds_or_limit',
    withdrawal_count_limit_exceeded: 'funds_or_limit',
    incorrect_number: 'wrong_input',
    invalid_number: 'wrong_input',
    incorrect_cvc: 'wrong_input',
    invalid_cvc: 'wrong_input',
    expired_card: 'wrong_input',
    invalid_expiry_month: 'wrong_input',
    invalid_expiry_year: 'wrong_input',
    authentication_required: 'authentication',
    payment_intent_authentication_failure: 'authentication',
    processing_error: 'try_later',
    issuer_not_available: 'try_later',
    reenter_transaction: 'try_later',
    try_again_later: 'try_later',
  } as const),
);

/**
 * Maps Stripe's decline code and error code to one of the five reasons that visitors can act on; lost, stolen and fraud are all
 * "refused" (docs/payments.md#decline-reasons).
 */
export const declineReasonOf = (declineCode?: string | null, code?: string | null): DeclineReason =>
  rows.get(declineCode ?? '') ?? rows.get(code ?? '') ?? 'refused';
