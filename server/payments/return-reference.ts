import { hashOf } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { Problem } from '#server/shared/problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** A token that cannot be derived (the order is anonymised, or its secret is gone) must not prevent settlement. */
const tokenFor = (tokens: TokenService, id: string, hash: string): string => {
  try {
    return tokens.issuedToken('return', id, hash);
  } catch (thrown) {
    if (thrown instanceof Problem) return tokens.token('return', id);
    throw thrown;
  }
};

/**
 * The reference of an attempt in the return address given to its provider: the token in lower-case hex. Providers sign this
 * address in texts that must not contain anything that reads as a result ("OK").
 */
export const returnReference = (tokens: TokenService, { id, r_hash }: Pick<Attempt, 'id' | 'r_hash'>): string =>
  Buffer.from(tokenFor(tokens, id, r_hash), 'base64url').toString('hex');

/** The stored hash of a reference, in hex or as the bare token of older addresses. */
const returnHash = (reference: string): string =>
  hashOf(/^[\da-f]{48}$/.test(reference) ? Buffer.from(reference, 'hex').toString('base64url') : reference);

/**
 * The attempt of a return reference with its site, however old: its money may still arrive. At whichever address the browser comes
 * back: hosts and the default site change while visitors pay. Throws token_not_found.
 */
export const attemptOfReturn = async (db: Db, reference: string): Promise<Attempt & { site: SiteCode }> => {
  const row = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select('orders.site')
    .where('payments.r_hash', '=', returnHash(reference))
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return row;
};
