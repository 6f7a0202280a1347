import { describe, expect, it } from 'vitest';
import { passesLuhn } from './browser/card-fields.ts';
import { checkCard } from './card-check.ts';
import { TEST_CARDS } from './cards.ts';

const november2026 = { now: () => Date.UTC(2026, 10, 20), sleep: async () => {} };
const good = { number: '4242424242424242', expMonth: 11, expYear: 2026, cvc: '123' };
const refused = (change: Partial<typeof good>) => () => checkCard({ ...good, ...change }, november2026);

describe('a card at the sandbox', () => {
  it('takes a card through the last day of its month, in any notation', () => {
    expect(checkCard({ ...good, number: '４２４２ 4242-4242 4242', expYear: 26 }, november2026)).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expYear: 2026,
    });
  });

  it.each([
    ['incorrect_number', { number: '4242424242424241' }],
    ['incorrect_number', { number: '4242' }],
    ['incorrect_number', { number: 'drop table' }],
    ['invalid_expiry_month', { expMonth: 13 }],
    ['invalid_expiry_year', { expMonth: 10 }],
    ['invalid_expiry_year', { expYear: 2025, expMonth: 12 }],
    ['invalid_expiry_year', { expYear: 2099 }],
    ['invalid_cvc', { cvc: '12' }],
    ['card_declined', { number: '4111111111111111' }],
  ])('returns %s for %o', (code, change) => {
    expect(refused(change)).toThrow(expect.objectContaining({ status: 402, error: expect.objectContaining({ code }) }));
  });

  it('requires three digits for a Visa and four for an American Express', () => {
    expect(refused({ cvc: '1234' })).toThrow();
    expect(checkCard({ ...good, number: '378282246310005', cvc: '1234' }, november2026).brand).toBe('amex');
  });

  it('lists only test cards with a valid check digit, each once', () => {
    expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([]);
    expect(new Set(TEST_CARDS.map(({ alias }) => alias)).size).toBe(TEST_CARDS.length);
  });
});
