export type Brand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'diners' | 'discover' | 'unionpay' | 'unknown';

/** Response for a declined card: `code` and `declineCode` as in https://docs.stripe.com/declines/codes. */
export type Decline = { code: string; declineCode: string; message: string; advice: string };

const declined = (declineCode: string, message: string, advice = 'try_again_later'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
  advice,
});
const own = (code: string, message: string, advice: string): Decline => ({ code, declineCode: code, message, advice });

const REFUSED = 'Your card was declined.';

export const DECLINES = {
  generic_decline: declined('generic_decline', REFUSED),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card', REFUSED, 'do_not_try_again'),
  stolen_card: declined('stolen_card', REFUSED, 'do_not_try_again'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  test_mode_live_card: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card.',
    'do_not_try_again',
  ),
  expired_card: own('expired_card', 'Your card has expired.', 'confirm_card_data'),
  incorrect_cvc: own('incorrect_cvc', "Your card's security code is incorrect.", 'confirm_card_data'),
  processing_error: own(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'try_again_later',
  ),
  authentication_required: own(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    'confirm_card_data',
  ),
} satisfies Record<string, Decline>;

export type DeclineName = keyof typeof DECLINES;

/** Whether a test card can be declined with this code. */
export const isDeclineName = (name: string): name is DeclineName => Object.hasOwn(DECLINES, name);

/**
 * none: no 3-D Secure · optional: only when requested · optional-broken: an error when requested · required: always ·
 * required-broken: the look-up fails · prepared: required unless the buyer is absent (already set up).
 */
export type Authentication = 'none' | 'optional' | 'optional-broken' | 'required' | 'required-broken' | 'prepared';

export type TestCard = {
  number: string;
  /** Name behind `pm_card_…` and `tok_…`. */
  alias: string;
  brand: Brand;
  authentication: Authentication;
  /** The bank's decline after any authentication; null when it pays. */
  decline: DeclineName | null;
};

const card = (
  number: string,
  alias: string,
  brand: Brand,
  authentication: Authentication = 'none',
  decline: DeclineName | null = null,
): TestCard => ({ number, alias, brand, authentication, decline });

/** The published test cards (https://docs.stripe.com/testing) that this sandbox supports, each with its published outcome. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'visa'),
  card('5555555555554444', 'mastercard', 'mastercard'),
  card('378282246310005', 'amex', 'amex'),
  card('3566002020360505', 'jcb', 'jcb'),
  card('3530111333300000', 'jcb_16', 'jcb'),
  card('4000000000000002', 'visa_chargeDeclined', 'visa', 'none', 'generic_decline'),
  card('4000000000009995', 'visa_chargeDeclinedInsufficientFunds', 'visa', 'none', 'insufficient_funds'),
  card('4000000000009987', 'visa_chargeDeclinedLostCard', 'visa', 'none', 'lost_card'),
  card('4000000000009979', 'visa_chargeDeclinedStolenCard', 'visa', 'none', 'stolen_card'),
  card('4000000000000069', 'chargeDeclinedExpiredCard', 'visa', 'none', 'expired_card'),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', 'visa', 'none', 'incorrect_cvc'),
  card('4000000000000119', 'chargeDeclinedProcessingError', 'visa', 'none', 'processing_error'),
  card('4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', 'visa', 'none', 'card_velocity_exceeded'),
  card('4000002500003155', 'authenticationRequiredOnSetup', 'visa', 'required'),
  card('4000002760003184', 'authenticationRequired', 'visa', 'required'),
  card('4000003800000446', 'authenticationRequiredSetupForOffSession', 'visa', 'prepared'),
  card(
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    'visa',
    'required',
    'insufficient_funds',
  ),
  card('4000000000003220', 'threeDSecure2Required', 'visa', 'required'),
  card('4000008400001629', 'threeDSecureRequiredChargeDeclined', 'visa', 'required', 'generic_decline'),
  card('4000008400001280', 'threeDSecureRequiredProcessingError', 'visa', 'required-broken'),
  card('4000000000003055', 'threeDSecureOptional', 'visa', 'optional'),
  card('4000000000003097', 'threeDSecureOptionalProcessingError', 'visa', 'optional-broken'),
];
