/** ASCII digits of typed text: full-width, Arabic-Indic and Persian digits are converted, everything else is removed. */
export const digitsOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '');

const BRANDS = [
  { name: 'visa', pattern: /^4/, lengths: [16] },
  { name: 'mastercard', pattern: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { name: 'amex', pattern: /^3[47]/, lengths: [15] },
  { name: 'jcb', pattern: /^35(2[89]|[3-8])/, lengths: [16] },
  { name: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16] },
  { name: 'discover', pattern: /^6(011|4[4-9]|5)/, lengths: [16] },
  { name: 'unionpay', pattern: /^62/, lengths: [16, 17, 18, 19] },
];
const UNKNOWN = { name: 'unknown', lengths: [12, 13, 14, 15, 16, 17, 18, 19] };

const brandOf = (digits: string) => BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN;

/** The card brand of the digits typed so far. */
export const brandName = (digits: string): string => brandOf(digits).name;
const cvcLength = (number: string): number => (brandName(number) === 'amex' ? 4 : 3);

/** Groups a card number for reading, truncated to the brand's greatest length. */
export function formatNumber(typed: string): string {
  const all = digitsOf(typed);
  const digits = all.slice(0, Math.max(...brandOf(all).lengths));
  const groups = brandName(digits) === 'amex' ? /^\d{1,4}|\d{1,6}/g : /\d{1,4}/g;
  return (digits.match(groups) ?? []).join(' ');
}

/** Formats an expiry as `MM / YY`, from 1227, 12/27, 12/2027 or 2027-12. */
export function formatExpiry(typed: string, deleting = false): string {
  const plain = typed.normalize('NFKC');
  const [, first = '', last = ''] = /^\s*(20\d\d)\D+(\d{1,2})\s*$/.exec(plain) ?? [];
  let digits = digitsOf(first === '' ? plain : last.padStart(2, '0') + first);
  if (/^[2-9]/.test(digits) || /^\s*1\s*[/.-]/.test(plain)) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  const rest = digits.slice(2, 6);
  // A four-digit year is complete or being typed.
  const long = rest.startsWith('20') && rest.length > 2;
  const year = long ? rest.slice(rest.length === 4 ? 2 : 0) : rest.slice(0, 2);
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits;
  return `${month} / ${year}`;
}

/** Digits of a security code, truncated to the length of the card's brand. */
export const formatCvc = (typed: string, number: string): string => digitsOf(typed).slice(0, cvcLength(number));

/** Luhn check of a string of digits. */
export function passesLuhn(digits: string): boolean {
  const values = [...digits].reverse().map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

type Problem = (value: string, number: string, now?: Date) => string | null;

/** Stripe's error code for each field, or null. A card is valid to the end of its month. */
export const problems: Record<'number' | 'expiry' | 'cvc', Problem> = {
  number(value) {
    const digits = digitsOf(value);
    if (digits.length < Math.min(...brandOf(digits).lengths)) return 'incomplete_number';
    return brandOf(digits).lengths.includes(digits.length) && passesLuhn(digits) ? null : 'invalid_number';
  },
  expiry(value, _number, now = new Date()) {
    const digits = digitsOf(value);
    const month = Number(digits.slice(0, 2));
    if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month';
    if (digits.length !== 4) return 'incomplete_expiry';
    const year = 2000 + Number(digits.slice(2));
    if (year < now.getFullYear()) return 'invalid_expiry_year_past';
    if (year > now.getFullYear() + 50) return 'invalid_expiry_year';
    return year === now.getFullYear() && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
  },
  cvc(value, number) {
    return digitsOf(value).length < cvcLength(digitsOf(number)) ? 'incomplete_cvc' : null;
  },
};
