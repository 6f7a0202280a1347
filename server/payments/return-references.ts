import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { liveList, paymentsWithOrders } from '#server/db/scoped.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { Problem } from '#server/shared/problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { SiteCode } from '#src/domain/site.ts';

/**
 * The reference of an attempt in the return address given to its provider: the token in lower-case hex. Providers sign this
 * address in texts that must not contain anything that reads as a result ("OK").
 */
export const returnReference = (tokens: TokenService, { id, r_hash }: Pick<Attempt, 'id' | 'r_hash'>): string => {
  /* A token that cannot be derived (the order is anonymised, or its secret is gone) must not prevent settlement. */
  const token = tokens.findToken('return', id, r_hash) ?? tokens.token('return', id);
  return Buffer.from(token, 'base64url').toString('hex');
};

/** The stored hash of a reference, in hex or as the bare token of older addresses. */
const returnHash = (reference: string): string =>
  hashOf(/^[\da-f]{48}$/.test(reference) ? Buffer.from(reference, 'hex').toString('base64url') : reference);

/**
 * The attempt of a return reference with its site, however old: its money may still arrive. At whichever address the browser comes
 * back: hosts and the default site change while visitors pay. Throws token_not_found.
 */
export const attemptOfReturn = async (db: Db, reference: string): Promise<Attempt & { site: SiteCode }> => {
  const row = await paymentsWithOrders(db)
    .selectAll('payments')
    .select('orders.site')
    .where('payments.r_hash', '=', returnHash(reference))
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return row;
};

/**
 * How long the browser that opened a reference may use it, and how long after the end of a payment its return address still
 * issues valid references: a notice often ends the payment before the visitor returns.
 */
const lifetime = sql`interval '30 minutes'`;

/** References stored per payment: anyone with its return address could create any number of them. */
const perPayment = 20;

/** Issues the short reference of one return. For a payment that ended long ago it is already expired and shows only the state. */
export const issueReference = (deps: PaymentDeps, payment_id: string): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const id = crypto.randomUUID();
    const token = deps.tokens.token('return-reference', id);
    const isCurrent = sql<boolean>`exists (select from payments where id = ${payment_id}
      and (state in ${sql.raw(liveList)} or asked_at > now() - ${lifetime}))`;
    await tx
      .insertInto('return_references')
      .values({
        id,
        token_hash: hashOf(token),
        payment_id,
        issued_at: sql`clock_timestamp()`,
        expires_at: sql<Date>`now() + case when ${isCurrent} then ${lifetime} else interval '0' end`,
      })
      .execute();
    const newest = tx.selectFrom('return_references').select('id').where('payment_id', '=', payment_id);
    await tx
      .deleteFrom('return_references')
      .where('payment_id', '=', payment_id)
      .where('id', 'not in', newest.orderBy('issued_at', 'desc').limit(perPayment))
      .execute();
    return token;
  });

/**
 * Opens a return reference. The first browser that does so owns it until it expires; `browser` is the hash of its secret. `isOwn`: this
 * browser may see everything; otherwise only the state of the payment. `isFirst`: it has just become its own. Throws token_not_found.
 */
export const openReference = async (
  { db }: PaymentDeps,
  { site, browser }: { site: SiteCode; browser: string | null },
  token: string,
) => {
  const row = await paymentsWithOrders(db)
    .innerJoin('return_references', 'return_references.payment_id', 'payments.id')
    .selectAll('payments')
    .select(['return_references.id as reference_id', 'return_references.browser_hash as opened_by'])
    .select(sql<boolean>`return_references.expires_at > now()`.as('is_current'))
    .where('return_references.token_hash', '=', hashOf(token))
    .where('orders.site', '=', site)
    .where('orders.anonymised_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  const { reference_id, opened_by, is_current, ...attempt } = row;
  if (browser === null || !is_current) return { attempt, isOwn: false, isFirst: false };
  if (opened_by !== null) return { attempt, isOwn: opened_by === browser, isFirst: false };
  const bound = await db
    .updateTable('return_references')
    .set({ browser_hash: sql`coalesce(browser_hash, ${browser})` })
    .where('id', '=', reference_id)
    .returning('browser_hash')
    .executeTakeFirst();
  const isOwn = bound?.browser_hash === browser;
  return { attempt, isOwn, isFirst: isOwn };
};

export const deleteOldReferences = async (db: Db | Tx): Promise<void> => {
  await db.deleteFrom('return_references').where('issued_at', '<', sql<Date>`now() - interval '1 day'`).execute();
};
