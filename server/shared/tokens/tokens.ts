import { randomInt } from 'node:crypto';
import { hashOf, type Mac, macWith, sealWith, unsealWith } from '#server/core/crypto.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Secrets } from './secrets.ts';

/** A token of one purpose is never valid for another. */
export type Purpose =
  | 'order'
  | 'mail'
  | 'mail-order'
  | 'return'
  | 'return-reference'
  | 'reservation'
  | 'share'
  | 'magazine';

/** No 0, O, 1 or I, so that it can be read aloud and typed without confusion. 32 characters, 5 bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A reservation number: 60 random bits as 4-4-4 (docs/architecture.md#bar-look-up requires 40). */
export const newReservationNumber = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join('-');

const tokenBy = (mac: Mac, purpose: Purpose, id: string): string =>
  mac(`${purpose}\n${id}`).subarray(0, 24).toString('base64url');

/** 80 bits in the alphabet of QR's alphanumeric mode; neither a link nor its token. */
const entryCodeBy = (mac: Mac, subject: string): string =>
  [...mac(`entry\n${subject}`).subarray(0, 16)].map((byte) => alphabet[byte & 31]).join('');

/**
 * Everything that is derived from the server's secrets. A token is an HMAC of its purpose and its row's id, so it need not be
 * stored to be shown again; its SHA-256 is stored to look it up. That hash also shows which secret made it, so tokens from before
 * a rotation can still be shown (`issuedToken`). `ids`: the secret that ids are derived from; a rotation must not change it.
 */
export const createTokenService = ({ secrets, ids = secrets[0] }: { secrets: Secrets; ids?: string }) => {
  const [newest, ...older] = secrets;
  const signing = macWith(newest);
  const macs = [signing, ...older.map(macWith)];
  const idMac = macWith(ids);
  const cipherKey = (mac: Mac, key: string) => mac(`seal\n${key}`);

  /** The candidate with the stored hash; null when its secret is not configured any more. */
  const withHash = (make: (mac: Mac) => string, hash: string): string | null => {
    for (const mac of macs) {
      const candidate = make(mac);
      if (hashOf(candidate) === hash) return candidate;
    }
    return null;
  };
  const mustBeKnown = (text: string | null): string => {
    if (text !== null) return text;
    throw new Problem('token_unavailable', { detail: 'It was made with a secret that is not configured any more.' });
  };
  const findToken = (purpose: Purpose, id: string, hash: string): string | null =>
    withHash((mac) => tokenBy(mac, purpose, id), hash);

  return {
    /** A new token, by the newest secret; store its `hashOf`. */
    token: (purpose: Purpose, id: string): string => tokenBy(signing, purpose, id),

    /** A token that was issued before, by its stored hash; null when its secret is not configured any more. */
    findToken,

    /** The same. Throws token_unavailable. */
    issuedToken: (purpose: Purpose, id: string, hash: string): string => mustBeKnown(findToken(purpose, id, hash)),

    /** A new entry code for the venue's scanner. */
    entryCode: (subject: string): string => entryCodeBy(signing, subject),

    /** An entry code that was issued before, by its stored hash. Throws token_unavailable. */
    issuedEntryCode: (subject: string, hash: string): string =>
      mustBeKnown(withHash((mac) => entryCodeBy(mac, subject), hash)),

    /** A deterministic id for a text, formatted as a version 8 UUID. */
    idOf: (text: string): string => {
      const hex = idMac(`id\n${text}`).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },

    /** Compresses and encrypts a text; decryption needs both `key` and one of the secrets. */
    seal: (key: string, text: string): string => sealWith(cipherKey(signing, key), text),

    /** Decrypts a text of `seal`. Throws when the key, the secret or a bit differs. */
    unseal: (key: string, sealed: string): string => {
      for (const mac of macs.slice(0, -1)) {
        try {
          return unsealWith(cipherKey(mac, key), sealed);
        } catch {
          // encrypted with an older secret
        }
      }
      return unsealWith(cipherKey(macs.at(-1) ?? signing, key), sealed);
    },
  };
};
export type TokenService = ReturnType<typeof createTokenService>;
