import { toAscii, ungrouped } from '#src/domain/digits.ts';
import { cardName, isBlank, numeric } from '#src/domain/rules.ts';

/** A card as typed into our own fields; it exists only in the form (docs/payments.md#card-data). */
export type CardInput = { number: string; name: string; month: string; year: string; code: string };
export type CardField = keyof CardInput;
export const blankCard: CardInput = { number: '', name: '', month: '', year: '', code: '' };

/** Message ids of errors in a field. */
type CardText =
  | 'common_validate_required'
  | 'common_validate_num'
  | 'common_validate_expired'
  | 'customer_name_validate'
  | 'card_number_wrong'
  | 'card_expiry_wrong'
  | 'card_code_wrong';
export type CardError = { field: CardField; id: CardText };

/** Normalises a card for a provider: digits only, the name in capitals with single spaces. */
export const cardOf = ({ number, name, month, year, code }: CardInput): CardInput => ({
  number: ungrouped(number),
  name: toAscii(name).trim().replace(/ +/g, ' ').toUpperCase(),
  month: ungrouped(month).padStart(2, '0'),
  year: ungrouped(year),
  code: ungrouped(code),
});

/** Null if the number of digits is allowed, otherwise an error; check digits are not verified (docs/payments.md#card-data). */
const digits = (typed: string, [min, max]: readonly [number, number], id: CardText): CardText | null => {
  if (numeric(typed) !== null) return 'common_validate_num';
  return typed.length >= min && typed.length <= max ? null : id;
};

/** The first error of each field. `now` is the venue's month as YYYYMM; `nameless` skips the name. */
export const cardErrorsOf = (typed: CardInput, now: number, nameless = false): CardError[] => {
  const card = cardOf(typed);
  const judge = (field: CardField, judged: () => CardText | null): CardError[] => {
    const id = isBlank(typed[field]) ? 'common_validate_required' : judged();
    return id ? [{ field, id }] : [];
  };
  const isOver = () => typed.year !== '' && Number(card.year) * 100 + Number(card.month) < now;
  return [
    ...judge('number', () => digits(card.number, [10, 16], 'card_number_wrong')),
    ...(nameless ? [] : judge('name', () => (cardName(card.name) !== null ? 'customer_name_validate' : null))),
    ...judge('month', () => (isOver() ? 'common_validate_expired' : null)),
    ...judge('year', () => null),
    ...judge('code', () => digits(card.code, [3, 4], 'card_code_wrong')),
  ];
};

/** Number prefixes by brand (docs/payments.md#card-data). */
const brands: readonly (readonly [string, RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['unionpay', /^62/],
];

/** Brand and last four digits of a card number: all of it that may be stored. */
export const markOf = (number: string): { brand: string; last4: string } => ({
  brand: brands.find(([, beginning]) => beginning.test(number))?.[0] ?? '',
  last4: number.slice(-4),
});
