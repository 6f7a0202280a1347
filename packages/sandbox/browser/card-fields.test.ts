import { describe, expect, it } from 'vitest';
import { brandName, digitsOf, formatCvc, formatExpiry, formatNumber, problems } from './card-fields.ts';

describe('card fields', () => {
  it('accept digits of every width and script', () => {
    expect(digitsOf(' ４２４２-4242 ٤٢ ۴۲ ')).toBe('424242424242');
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424242424242429999', '4242 4242 4242 4242'],
    ['３７８２８２２４６３１０００５', '3782 822463 10005'],
    ['62000000000000000001', '6200 0000 0000 0000 000'],
    ['42 42-4', '4242 4'],
    ['', ''],
  ])('format the number %s as %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown);
  });

  it.each([
    ['1', '1'],
    ['3', '03 / '],
    ['1/', '01 / '],
    ['12', '12 / '],
    ['1227', '12 / 27'],
    ['12/2027', '12 / 27'],
    ['12 / 202', '12 / 202'],
    ['2027-03', '03 / 27'],
    ['１２／２７', '12 / 27'],
    ['12 / 275', '12 / 27'],
  ])('format the date %s as %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it('let the slash be deleted', () => {
    expect(formatExpiry('12 /', true)).toBe('12');
  });

  it('take the code’s length from the brand', () => {
    expect(formatCvc('12345', '378282246310005')).toBe('1234');
    expect(formatCvc('12345', '4242')).toBe('123');
    expect(brandName('3566002020360505')).toBe('jcb');
  });

  it('report errors with Stripe’s codes', () => {
    const now = new Date(2026, 10, 30);
    expect(problems.number('4242 4242 4242 4242', '')).toBeNull();
    expect(problems.number('4242', '')).toBe('incomplete_number');
    expect(problems.number('4242 4242 4242 4241', '')).toBe('invalid_number');
    expect(problems.expiry('11 / 26', '', now)).toBeNull();
    expect(problems.expiry('10 / 26', '', now)).toBe('invalid_expiry_month_past');
    expect(problems.expiry('12 / 25', '', now)).toBe('invalid_expiry_year_past');
    expect(problems.expiry('13 / 27', '', now)).toBe('invalid_expiry_month');
    expect(problems.expiry('12 / ', '', now)).toBe('incomplete_expiry');
    expect(problems.cvc('123', '3782')).toBe('incomplete_cvc');
    expect(problems.cvc('123', '4242')).toBeNull();
  });
});
