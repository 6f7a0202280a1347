import { expect, it } from 'vitest';
import { stripeReasonOf } from './reasons.ts';

it.each([
  ['insufficient_funds', 'card_declined', 'funds_or_limit'],
  ['lost_card', 'card_declined', 'refused'],
  ['stolen_card', 'card_declined', 'refused'],
  ['fraudulent', 'card_declined', 'refused'],
  [undefined, 'expired_card', 'wrong_input'],
  [undefined, 'payment_intent_authentication_failure', 'authentication'],
  ['try_again_later', 'card_declined', 'try_later'],
  [null, null, 'refused'],
  ['__proto__', 'constructor', 'refused'],
])('%s / %s is %s', (declineCode, code, reason) => {
  expect(stripeReasonOf(declineCode, code)).toBe(reason);
});
