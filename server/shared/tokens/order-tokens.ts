import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { Problem } from '#server/shared/problem.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { TokenService } from './tokens.ts';

/**
 * SQL for the id of the order that a token opens, or null. An order has the token it was created with, and one for each opened
 * mail link, until the order gets another address.
 */
export const orderOpenedBy = (token: string) => sql<string>`(
  select orders.id from orders where orders.token_hash = ${hashOf(token)}
  union all select order_id from mail_links where session_hash = ${hashOf(token)} and not revoked
  limit 1)`;

/** The token that an order was created with. */
export const readOrderToken = async (db: Db | Tx, tokens: TokenService, id: string): Promise<string> => {
  const { token_hash } = await db
    .selectFrom('orders')
    .select('token_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return tokens.issuedToken('order', id, token_hash);
};

/** The id of the site's order that a token opens. Throws token_not_found. */
export const findOrder = async (db: Db | Tx, site: SiteCode, token: string): Promise<string> => {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderOpenedBy(token))
    .where('site', '=', site)
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return row.id;
};
