import { randomBytes } from 'node:crypto';
import { passesLuhn } from '../browser/card-fields.ts';
import { type DeclineName, TEST_CARDS } from '../cards.ts';
import type { Clock } from '../clock.ts';
import { shopOf } from './shops.ts';

const lifetime = 30 * 60_000;

/** Outcome of charging a token's card: null when it pays, otherwise the two digits for the kind of error. */
export type CardOutcome = { refusal: string | null };

/** Kinds of error for the declines of the sandbox's test cards. */
const refusals: Readonly<Record<DeclineName, string>> = {
  generic_decline: '36',
  insufficient_funds: '22',
  lost_card: '23',
  stolen_card: '23',
  card_velocity_exceeded: '22',
  test_mode_live_card: '26',
  expired_card: '27',
  incorrect_cvc: '61',
  processing_error: '21',
  authentication_required: '36',
};

type Result =
  | { result: 'OK'; tokenResponse: { token: string; tokenKey: string; maskedCcNumber: string; cardBrandCode: string } }
  | { result: 'NG'; errorCode: string };

const no = (errorCode: string): Result => ({ result: 'NG', errorCode });
const brands: Readonly<Record<string, string>> = { visa: 'V', mastercard: 'M', jcb: 'J', amex: 'A', diners: 'D' };

/** Card tokens: single use, thirty minutes, in memory only; of the card only its outcome is stored. */
export function createSoftbankTokens(clock: Clock) {
  const tokens = new Map<string, { card: CardOutcome; until: number }>();

  const wrongIn = (card: Record<string, string>): string | null => {
    const { ccNumber = '', ccExpiration = '', securityCode = '' } = card;
    if (ccNumber === '') return '03003';
    if (!/^\d+$/.test(ccNumber)) return '04003';
    if (ccNumber.length < 14 || ccNumber.length > 16) return '05003';
    if (ccExpiration === '') return '03004';
    if (!/^\d+$/.test(ccExpiration)) return '04004';
    if (ccExpiration.length !== 6) return '05004';
    if (securityCode === '') return '03005';
    if (!/^\d+$/.test(securityCode)) return '04005';
    if (!/^\d{3,4}$/.test(securityCode)) return '05005';
    const month = new Date(clock.now() + 9 * 3_600_000).toISOString().slice(0, 7).replace('-', '');
    if (!/(0[1-9]|1[0-2])$/.test(ccExpiration) || ccExpiration < month) return '07004';
    return passesLuhn(ccNumber) ? null : '07003';
  };

  return {
    /** The token call of the script (docs/payments.md#sbps-token-script). A card that is not a test card is a wrong number. */
    make(card: Record<string, string>): Result {
      if (!shopOf(card.merchantId ?? '', card.serviceId ?? '')) return no('07001');
      const wrong = wrongIn(card);
      if (wrong) return no(wrong);
      const number = card.ccNumber ?? '';
      const known = TEST_CARDS.find((one) => one.number === number);
      if (!known) return no('07003');
      const token = randomBytes(60).toString('hex');
      const tokenKey = randomBytes(40).toString('hex');
      const outcome = { refusal: known.decline && refusals[known.decline] };
      tokens.set(`${token} ${tokenKey}`, { card: outcome, until: clock.now() + lifetime });
      const maskedCcNumber = number.slice(-4).padStart(number.length, '*');
      return {
        result: 'OK',
        tokenResponse: { token, tokenKey, maskedCcNumber, cardBrandCode: brands[known.brand] ?? '' },
      };
    },
    /** Redeems a token; null when it is unknown, used or expired. */
    spend(token: string, tokenKey: string): CardOutcome | null {
      const found = tokens.get(`${token} ${tokenKey}`);
      tokens.delete(`${token} ${tokenKey}`);
      return found && found.until > clock.now() ? found.card : null;
    },
  };
}

export type SoftbankTokens = ReturnType<typeof createSoftbankTokens>;
