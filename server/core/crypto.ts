import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Hash of a token, which is stored in its place: a look-up by hash needs no constant-time comparison, and a dump reveals no token. */
export const hashOf = (token: string): string => hash('sha256', token, 'hex');

/** An HMAC-SHA-256 function of one secret. */
export type Mac = (text: string) => Buffer;

/** The HMAC-SHA-256 of a secret; the key is imported once. */
export const macWith = (secret: string): Mac => {
  const key = createSecretKey(secret, 'utf8');
  return (text) => createHmac('sha256', key).update(text).digest();
};

/** Identifies the secret that a database was written with, without revealing it. */
export const fingerprintOf = (secret: string): string => macWith(secret)('fingerprint').toString('hex').slice(0, 16);

/** Compresses and encrypts a text with AES-256-GCM; `key` has 32 bytes. */
export const sealWith = (key: Buffer, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
};

/** Decrypts a text of `sealWith`. Throws when the key or a bit differs. */
export const unsealWith = (key: Buffer, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return inflateRawSync(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])).toString('utf8');
};

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Whether two texts are equal. Compares digests in constant time. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Whether an Authorization header has the bearer token. Compares digests, so that neither timing nor length reveals anything. */
export const isBearer = (header: string | undefined, token: string): boolean =>
  isSameText(header ?? '', `Bearer ${token}`);
