import { createHash } from 'node:crypto';
import { isSameText } from '#server/core/crypto.ts';

/** Credentials of a shop at SB Payment Service. The hash key signs; it never leaves the server and is never logged. */
export type SoftbankShop = { merchant: string; service: string; hashKey: string };

/**
 * `sps_hashcode` (docs/payments.md#sbps-wallets): hex SHA-1 of the trimmed values, joined in the sequence of the specification,
 * and the hash key. Our values are ASCII, so UTF-8 and Shift_JIS agree.
 */
export const hashOfValues = (values: readonly string[], hashKey: string): string =>
  createHash('sha1')
    .update(values.map((value) => value.trim()).join('') + hashKey)
    .digest('hex');

/** Compares two hash codes case-insensitively in constant time. */
export const isSameHash = (actual: string, expected: string): boolean =>
  isSameText(actual.toLowerCase(), expected.toLowerCase());

/** A time in the provider's format: YYYYMMDDHHMMSS in Japan. */
export const stampOf = (ms: number): string =>
  new Date(ms + 9 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');

/** The time (ms) of YYYYMMDDHHMMSS in Japan; null when it is malformed or does not exist. */
export const timeOf = (stamp: string): number | null => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
  return Number.isFinite(ms) && stampOf(ms) === stamp ? ms : null;
};
