import { reasonsByCode } from '#server/payments/providers/adapter.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';

const reasons = reasonsByCode({
  funds_or_limit: ['insufficient_funds', 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded'],
  wrong_input: [
    ...['incorrect_number', 'invalid_number', 'incorrect_cvc', 'invalid_cvc'],
    ...['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
  ],
  authentication: ['authentication_required', 'payment_intent_authentication_failure'],
  try_later: ['processing_error', 'issuer_not_available', 'reenter_transaction', 'try_again_later'],
});

/** Lost, stolen and fraud are all "refused" (docs/payments.md#decline-reasons). */
export const stripeReasonOf = (declineCode?: string | null, code?: string | null): DeclineReason =>
  reasons.get(declineCode ?? '') ?? reasons.get(code ?? '') ?? 'refused';
