import { hashOf, type Vault } from '#server/domain/tokens.ts';
import { Problem } from '#server/http/problem.ts';
import type { Attempt } from './adapter.ts';

/** A reference that ended (the order is anonymised, or its secret is gone) must not keep money from being settled. */
const tokenFor = (vault: Vault, id: string, hash: string): string => {
  try {
    return vault.issuedToken('return', id, hash);
  } catch (thrown) {
    if (thrown instanceof Problem) return vault.token('return', id);
    throw thrown;
  }
};

/**
 * The reference of an attempt in the address that its provider sends the browser back to: the token in lower-case hex.
 * Providers sign this address in texts that must not hold anything that reads as a result ("OK").
 */
export const returnReference = (vault: Vault, { id, r_hash }: Pick<Attempt, 'id' | 'r_hash'>): string =>
  Buffer.from(tokenFor(vault, id, r_hash), 'base64url').toString('hex');

/** What is stored of a reference, in hex or as the bare token. */
export const returnHash = (reference: string): string =>
  hashOf(/^[\da-f]{48}$/.test(reference) ? Buffer.from(reference, 'hex').toString('base64url') : reference);
