import { passesLuhn } from './browser/card-fields.ts';
import { type Brand, TEST_CARDS, type TestCard } from './cards.ts';
import type { Clock } from './clock.ts';
import { failure } from './stripe/errors.ts';

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | null };
export type CheckedCard = { card: TestCard; last4: string; brand: Brand; expMonth: number; expYear: number };

/** Accepts spaces, hyphens and full-width digits. */
export const plainDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '');

/**
 * Checks a card as Stripe does before it contacts a bank. Throws 402 with the published code: incorrect_number,
 * invalid_expiry_month, invalid_expiry_year, invalid_cvc, or card_declined/test_mode_live_card for a card that is not a test card
 * (it is neither stored nor charged). A card is valid through the last day of its month (UTC).
 */
export function checkCard(input: CardInput, clock: Clock): CheckedCard {
  const number = plainDigits(input.number);
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw wrong('number', 'incorrect_number', 'Your card number is incorrect.');
  }
  if (input.expMonth < 1 || input.expMonth > 12) {
    throw wrong('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const expYear = input.expYear < 100 ? 2000 + input.expYear : input.expYear;
  const today = new Date(clock.now());
  const monthsLeft = (expYear - today.getUTCFullYear()) * 12 + input.expMonth - (today.getUTCMonth() + 1);
  if (monthsLeft < 0 || monthsLeft > 50 * 12) {
    throw wrong('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  const card = TEST_CARDS.find((known) => known.number === number);
  const cvc = input.cvc === null ? null : plainDigits(input.cvc);
  const cvcLength = number.startsWith('34') || number.startsWith('37') ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== null && !cvcLength.test(cvc)) {
    throw wrong('cvc', 'invalid_cvc', "Your card's security code is invalid.");
  }
  if (!card) {
    throw failure(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. Your request was in test mode, but used a non test (live) card.',
    });
  }
  return { card, last4: number.slice(-4), brand: card.brand, expMonth: input.expMonth, expYear };
}

const wrong = (param: string, code: string, message: string) =>
  failure(402, { type: 'card_error', code, message, param });
