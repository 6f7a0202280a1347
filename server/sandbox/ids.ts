import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const letters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A fresh id in Stripe's manner, e.g. `pi_3Qk…`. */
export const newId = (prefix: string): string => `${prefix}_${letters(24)}`;

/** The secret which lets a browser see and finish one payment. */
export const newClientSecret = (paymentIntentId: string): string => `${paymentIntentId}_secret_${letters(25)}`;
