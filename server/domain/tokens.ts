import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  randomInt,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What a token opens; a token of one purpose never opens another. */
export type Purpose = 'order' | 'mail' | 'mail-order' | 'return' | 'reservation' | 'share' | 'magazine';

/** What is stored of a token: looking up by it needs no constant-time compare, and a dump opens nothing. */
export const hashOf = (token: string): string => hash('sha256', token, 'hex');

/** No 0, O, 1 or I: read out loud and typed without doubt. 32 letters, 5 bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A reservation number: 60 random bits as 4-4-4 (quality-bars S3 asks for 40). */
export const newReservationNumber = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join('-');

/**
 * In: the server's secret. Out: everything derived from it. Tokens are HMAC(secret, purpose and row id), 24 bytes: as
 * good as random to whoever lacks the secret, and the same token can be handed out again without storing it.
 */
export const createVault = (secret: string) => {
  const known = createSecretKey(secret, 'utf8');
  const mac = (text: string) => createHmac('sha256', known).update(text).digest();
  const cipherKey = (key: string) => mac(`seal\n${key}`);
  return {
    token: (purpose: Purpose, id: string): string => mac(`${purpose}\n${id}`).subarray(0, 24).toString('base64url'),

    /** What the gate's scanner reads: 80 bits in the alphabet of QR's dense mode; not a link and not the token. */
    entryCode: (ticketId: string): string =>
      [...mac(`entry\n${ticketId}`).subarray(0, 16)].map((byte) => alphabet[byte & 31]).join(''),

    /** In: any text. Out: always the same id for it, shaped as a version 8 UUID. */
    idOf: (text: string): string => {
      const hex = mac(`id\n${text}`).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },

    /** Encrypts a text, made short first, so that only who knows `key` and runs this server can read it. */
    seal: (key: string, text: string): string => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey(key), iv);
      const sealed = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    /** Reads what `seal` wrote. Throws when the key, the secret or a bit differs. */
    unseal: (key: string, sealed: string): string => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return inflateRawSync(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])).toString('utf8');
    },
  };
};
export type Vault = ReturnType<typeof createVault>;
