import { createHash } from 'node:crypto';

export type Shop = { merchant: string; service: string; hashKey: string };

/** Test shops; their keys are public. */
const shops: readonly Shop[] = [
  { merchant: '30132', service: '103', hashKey: '5b1f0e6c0000000000000000000000000sandbox' },
];

/** The test shop of a merchant and service id. */
export const shopOf = (merchant: string, service: string): Shop | undefined =>
  shops.find((shop) => shop.merchant === merchant && shop.service === service);

/** `sps_hashcode`, implemented independently: the sandbox shares no code with the shop it checks. */
export const hashCode = (values: readonly string[], { hashKey }: Shop): string => {
  const hash = createHash('sha1');
  for (const value of values) hash.update(value.trim(), 'utf8');
  return hash.update(hashKey, 'utf8').digest('hex');
};

/** A time in Japan, YYYYMMDDHHMMSS. */
export const japanTime = (moment: number): string =>
  new Date(moment + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);

const minutes = 60_000;

/** Whether a request is within the time limit of its `request_date` and `limit_second`. */
export const isInTime = (requestDate: string, limitSecond: string, now: number): boolean => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(requestDate) ?? [];
  if (year === undefined) return false;
  const sent = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
  const limit = limitSecond === '' ? 600 : Number(limitSecond);
  return sent - now < 5 * minutes && now - sent <= limit * 1000;
};
