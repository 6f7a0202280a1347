import { hashOf } from '#server/domain/tokens.ts';
import type { Attempt, Notice } from './adapter.ts';
import type { GmoClient, GmoFields } from './gmo-client.ts';

/** 128 bits in 25 signs of [0-9a-z]. */
const length = 25;

/** In: an attempt. Out: its OrderID, at most 27 of [A-Za-z0-9-], the same whenever it is asked for. */
export const orderIdOf = ({ id }: Pick<Attempt, 'id'>): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(length, '0');

/** In: an OrderID. Out: the id of the attempt it was made from; null when it is none of ours. */
export const attemptIdOf = (orderId: string): string | null => {
  if (!/^[0-9a-z]{25}$/.test(orderId)) return null;
  const number = [...orderId].reduce((sum, sign) => sum * 36n + BigInt(Number.parseInt(sign, 36)), 0n);
  const hex = number.toString(16).padStart(32, '0');
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Whether the answer to a search is about the attempt that was asked for, and names the sum that was taken. */
export const isAbout = (attempt: Attempt, { OrderID, AccessID, Amount, Status = '' }: GmoFields): boolean => {
  const known = attempt.data?.access_id;
  if (OrderID !== undefined && OrderID !== orderIdOf(attempt)) return false;
  if (known && AccessID !== undefined && AccessID !== known) return false;
  return !['CAPTURE', 'SALES'].includes(Status) || /^\d{1,9}$/.test(Amount ?? '');
};

/**
 * A result notice is unsigned: it says which attempt to ask about, and proves nothing. Its id is what it says, so that a
 * repetition is known and a later state is not taken for one.
 */
export const readNotice =
  (client: GmoClient) =>
  async (raw: Uint8Array): Promise<Notice | null> => {
    const form = new URLSearchParams(Buffer.from(raw).toString('latin1'));
    if (!client.knows(form.get('ShopID') ?? '')) return null;
    return {
      eventId: hashOf(form.toString()),
      providerId: null,
      attemptId: attemptIdOf(form.get('OrderID') ?? ''),
    };
  };
