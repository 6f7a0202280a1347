import { expect, it } from 'vitest';
import { comparedCode } from './coupon.ts';
import { entryCodeOf } from './ticket.ts';

it.each([
  'SUMMERーFOLDー2O26',
  'SUMMERFOLD2O26',
  'SUMMER　FOLD　2O26',
  '「SUMMER-FOLD-2O26」',
  '【ＳＵＭＭＥＲ－ＦＯＬＤ－２Ｏ２６】',
  'SUMMER-F0LD-2026',
  'summer-f0id-2o26',
])('the code of a coupon %s is SUMMER-FOLD-2O26', (typed) => {
  expect(comparedCode(typed)).toBe(comparedCode('SUMMER-FOLD-2O26'));
});

const entryCode = '2ABCDEFGHJKLMNPQ';
it.each<[what: string, scanned: string]>([
  ['the kind of code before it', `]Q1${entryCode}`],
  ['the kind in small letters, with an end of line', `]d2${entryCode}\r\n`],
  ['the kind without its bracket', `Q1${entryCode}`],
  ['blanks between its groups', entryCode.replace(/(.{4})/g, '$1 ')],
  ['quotes', `「${entryCode}」`],
  ['1 for L', entryCode.replaceAll('L', '1')],
])('an entry code is read with %s', (_what, scanned) => {
  expect(entryCodeOf(scanned)).toBe(entryCode);
});
