import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CardOutcome } from './records.ts';

const lifetime = 30 * 60_000;

/** Test cards with their errors; any other card is refused as a wrong number, so that real ones cannot be used. */
export const gmoCards: Readonly<Record<string, string | null>> = {
  '4111111111111111': null,
  '4242424242424242': null,
  '5555555555554444': null,
  '3530111333300000': null,
  '378282246310005': null,
  '4999000000000002': '42G020000',
};

/** Card holder names that cause an error. */
export const gmoNames: Readonly<Record<string, string>> = {
  LIMIT: '42G030000',
  CVCERR: '42G440000',
  EXPIRED: '42G830000',
};

/** Whether an id has the format of a test shop's. */
export const isGmoShop = (id: string): boolean => /^tshop\d{8}$/.test(id);

const outcomeOf = (card: { number: string; name: string }): CardOutcome => {
  const name = card.name.trim().toUpperCase();
  const listed = gmoCards[card.number];
  const errInfo = gmoNames[name] ?? (listed === undefined ? '42G650000' : listed);
  return { errInfo, secure: name === 'TDS' };
};

type Result = { resultCode: string; tokenObject?: object };

/** Date and time in Japan, `yyyy-MM-dd-HH-mm-ss`. */
const until = (moment: number): string =>
  new Date(moment + 9 * 3_600_000).toISOString().slice(0, 19).replace(/[T:]/g, '-');

/** Card tokens: single use, thirty minutes, in memory only; of the card only its outcome is stored. */
export function createGmoTokens(clock: Clock) {
  const tokens = new Map<string, { card: CardOutcome; until: number }>();

  return {
    /** The token call of the script (docs/payments.md#gmo-token-script), which has validated the fields. */
    make(form: URLSearchParams): Result {
      const field = (name: string) => form.get(name) ?? '';
      if (field('ShopID') === '') return { resultCode: '160' };
      if (!isGmoShop(field('ShopID'))) return { resultCode: '180' };
      if (!/^\d{10,16}$/.test(field('cardNo'))) return { resultCode: '191' };
      const card = { number: field('cardNo'), name: field('holderName') };
      if (card.name.trim().toUpperCase() === 'BUSY') return { resultCode: '902' };
      const token = randomBytes(32).toString('hex');
      const end = clock.now() + lifetime;
      tokens.set(token, { card: outcomeOf(card), until: end });
      const tokenObject = {
        token,
        toBeExpiredAt: until(end),
        maskedCardNo: card.number.slice(-4).padStart(card.number.length, '*'),
        isSecurityCodeSet: field('securityCode') !== '',
      };
      return { resultCode: '000', tokenObject };
    },
    /** Redeems a token; null when it is unknown, used or expired. */
    spend(token: string): CardOutcome | null {
      const found = tokens.get(token);
      tokens.delete(token);
      return found && found.until > clock.now() ? found.card : null;
    },
  };
}

export type GmoTokens = ReturnType<typeof createGmoTokens>;
