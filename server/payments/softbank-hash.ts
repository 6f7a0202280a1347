import { createHash, timingSafeEqual } from 'node:crypto';

/** The key of a shop at SB Payment Service: what it signs with; never leaves the server, never logged. */
export type SoftbankShop = { merchant: string; service: string; hashKey: string };

/**
 * In: the values of all fields in the order of their definition, and the shop's hash key. Out: `sps_hashcode` (docs/payments.md#sbps-wallets): SHA-1, hex, of the trimmed values without anything between them. Ours are ASCII, so UTF-8 and Shift_JIS agree.
 */
export const hashOfValues = (values: readonly string[], hashKey: string): string =>
  createHash('sha1')
    .update(values.map((value) => value.trim()).join('') + hashKey)
    .digest('hex');

/** Compares two hash codes, upper or lower case, in a time that tells nothing. */
export const isSameHash = (given: string, expected: string): boolean => {
  const [one, other] = [given, expected].map((hash) => Buffer.from(hash.toLowerCase()));
  return one !== undefined && other !== undefined && one.length === other.length && timingSafeEqual(one, other);
};

/** Now as the provider writes it: YYYYMMDDHHMMSS in Japan. */
export const stampOf = (ms: number): string =>
  new Date(ms + 9 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');

/** The moment (ms) of a time written YYYYMMDDHHMMSS in Japan; null when it is not written so or does not exist. */
export const timeOf = (stamp: string): number | null => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
  return Number.isFinite(ms) && stampOf(ms) === stamp ? ms : null;
};
