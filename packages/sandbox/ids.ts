import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const letters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A new id in Stripe's format, e.g. `pi_3Qk…`. */
export const newId = (prefix: string): string => `${prefix}_${letters(24)}`;

/** The secret with which a browser may read and complete one payment. */
export const newClientSecret = (paymentIntentId: string): string => `${paymentIntentId}_secret_${letters(25)}`;
