/**
 * A new Idempotency-Key: 128 random bits as 32 hexadecimal digits. A version 4 UUID has only 122, and
 * `crypto.randomUUID` needs a secure context.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
