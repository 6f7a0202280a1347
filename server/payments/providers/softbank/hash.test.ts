import { describe, expect, it } from 'vitest';
import { hashKey } from '#test/api/kit/softbank-provider.ts';
import { hashOfValues, isSameHash } from './hash.ts';
import { softbankReasonOf } from './reasons.ts';

describe('sps_hashcode', () => {
  const signed =
    'paypay,00000,001,C1,,,ORD-0001,TICKET,,Ticket,,3000,0,,0,,,,,0,https://shop.example/ok,https://shop.example/cancel,https://shop.example/error,https://api.example/cgi,,,,,20261120120000,600';
  const values = signed.split(',');

  it('matches the reference (30 values), ignoring surrounding spaces', () => {
    expect(values).toHaveLength(30);
    expect(hashOfValues(values, hashKey)).toBe('7bac78cf28deebc9c7dc9639cbf833497aaa5bcd');
    const spaced = values.map((value) => ` ${value} `);
    expect(hashOfValues(spaced, hashKey)).toBe('7bac78cf28deebc9c7dc9639cbf833497aaa5bcd');
  });

  it('is compared case-insensitively, and differs if a character or the length differs', () => {
    expect(isSameHash('7BAC', '7bac')).toBe(true);
    expect(isSameHash('7bad', '7bac')).toBe(false);
    expect(isSameHash('7ba', '7bac')).toBe(false);
    expect(isSameHash('', '7bac')).toBe(false);
  });
});

describe('error codes', () => {
  it.each([
    ['10103003', 'wrong_input'],
    ['10120999', 'refused'],
    ['10121999', 'try_later'],
    ['10122999', 'funds_or_limit'],
    ['10136999', 'refused'],
    ['51088888', 'refused'],
    ['99922999', 'try_later'],
    ['10199999', 'try_later'],
    ['', 'try_later'],
    ['nonsense!', 'try_later'],
  ])('%s is %s', (code, reason) => {
    expect(softbankReasonOf(code)).toBe(reason);
  });
});
