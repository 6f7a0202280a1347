import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashOf, isSameText } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import type { OperatorScope } from '#server/db/tables.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Scopes of an operator's token, each including those before it. */
export const operatorScopes = ['gate', 'read', 'desk', 'full'] as const satisfies readonly OperatorScope[];

const columns = ['id', 'site', 'name', 'scope', 'created_at', 'expires_at', 'revoked_at', 'used_at'] as const;
/** Uuids of the only products that the gate of the query's token admits; none: all. */
const productsOfToken = sql<string[]>`array(select product_uuid from token_products where token_id = operator_tokens.id
  order by product_uuid)`.as('products');
const isExpired = sql<boolean>`expires_at <= now()`.as('is_expired');

/** Tokens of a site, or of all. */
const rows = (db: Db, site: SiteCode | null) =>
  db
    .selectFrom('operator_tokens')
    .select(columns)
    .select([isExpired, productsOfToken])
    .$if(site !== null, (query) => query.where('site', '=', site));
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** A token as lists show it: the token itself is shown once, when it is made. */
const listed = ({ is_expired, created_at, expires_at, revoked_at, used_at, ...row }: Row) => {
  const unrevoked = is_expired ? ('expired' as const) : ('valid' as const);
  return {
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
    used_at: used_at?.toISOString() ?? null,
    state: revoked_at ? ('revoked' as const) : unrevoked,
  };
};
export type ListedToken = ReturnType<typeof listed>;

type NewToken = Pick<ListedToken, 'site' | 'name' | 'scope' | 'products'> & { days: number };

/** Makes a token of a site. Only its hash is stored, so it can be shown now and never again. */
export const createOperatorToken = async (
  db: Db,
  { site, name, scope, days, products }: NewToken,
): Promise<ListedToken & { token: string }> => {
  const id = randomBytes(5).toString('hex');
  const token = `operator_${id}_${randomBytes(32).toString('base64url')}`;
  const expires_at = sql<Date>`now() + make_interval(days => ${days})`;
  await db
    .insertInto('operator_tokens')
    .values({ id, site, name, scope, token_hash: hashOf(token), expires_at })
    .execute();
  for (const product_uuid of products)
    await db.insertInto('token_products').values({ token_id: id, site, product_uuid }).execute();
  return { ...listed(await rows(db, site).where('id', '=', id).executeTakeFirstOrThrow()), token };
};

/** Tokens of a site, or of all, the newest first; ended ones too. */
export const listOperatorTokens = async (db: Db, site: SiteCode | null): Promise<ListedToken[]> => {
  const found = await rows(db, site).orderBy('created_at', 'desc').orderBy('id').execute();
  return found.map(listed);
};

/** Revokes a token from the next request on; null when there is none with this id. Repeating it changes nothing. */
export const revokeOperatorToken = async (db: Db, id: string, site: SiteCode | null): Promise<ListedToken | null> => {
  await db
    .updateTable('operator_tokens')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(site !== null, (query) => query.where('site', '=', site))
    .execute();
  const row = await rows(db, site).where('id', '=', id).executeTakeFirst();
  return row ? listed(row) : null;
};

/** The token of a request, or why it is refused; `id` is the one that the request names, if there is such a token. */
export type Identified =
  | ({ isValid: true } & Pick<ListedToken, 'id' | 'site' | 'name' | 'scope' | 'products'>)
  | { isValid: false; why: 'missing' | 'unknown' | 'other_site' | 'revoked' | 'expired'; id: string | null };

const noHash = hashOf('no token');

/** The token of an Authorization header, without quotes that were copied along, and its public part; null if it has none. */
const tokenIn = (header: string | undefined): { token: string; id: string } | null => {
  const [, token, id] = /^bearer +["'<(]*(operator_([0-9a-f]{10})_[\w-]{43})["'>).,;]*$/i.exec(header ?? '') ?? [];
  return token === undefined || id === undefined ? null : { token, id };
};

/** Whether an Authorization header has an operator's token, right or wrong. */
export const hasOperatorToken = (header: string | undefined): boolean => tokenIn(header) !== null;

/**
 * Identifies the token of an Authorization header at a site; null: at any. The row is found by the public part of the token, and
 * the hash of the whole is compared in constant time, also when there is no row.
 */
export const identifyOperator = async (
  db: Db,
  site: SiteCode | null,
  header: string | undefined,
): Promise<Identified> => {
  const presented = tokenIn(header);
  if (presented === null) return { isValid: false, why: 'missing', id: null };
  const { token, id } = presented;
  const row = await db
    .selectFrom('operator_tokens')
    .select(['site', 'name', 'scope', 'token_hash', 'revoked_at'])
    .select([isExpired, productsOfToken])
    .select(sql<boolean>`used_at is null or used_at < now() - interval '1 hour'`.as('is_use_old'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!isSameText(hashOf(token), row?.token_hash ?? noHash) || !row)
    return { isValid: false, why: 'unknown', id: null };
  if (site !== null && row.site !== site) return { isValid: false, why: 'other_site', id };
  if (row.revoked_at !== null) return { isValid: false, why: 'revoked', id };
  if (row.is_expired) return { isValid: false, why: 'expired', id };
  if (row.is_use_old)
    await db.updateTable('operator_tokens').set({ used_at: sql`now()` }).where('id', '=', id).execute();
  const { name, scope, products } = row;
  return { isValid: true, id, site: row.site, name, scope, products };
};
