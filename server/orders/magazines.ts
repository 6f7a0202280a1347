import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import { Problem } from '#server/shared/problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Lang } from '#src/domain/lang.ts';
import { comparedMail, hiddenMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The path, below a site's API, that ends a subscription by a POST without a page (RFC 8058). */
export const oneClickPath = (token: string): string => `/mailmagazines/${token}/release`;

/** The addresses that end a subscription: the page, whose token is behind the hash, and the one for mail programs. */
export const releaseLinks = (root: string, token: string, lang: Lang): { page: string; oneClick: string } => ({
  page: `${root}/#/mail-release/${token}?lang=${lang}`,
  oneClick: `${root}${apiPrefix}${oneClickPath(token)}`,
});

/**
 * A keyed hash that replaces the address of an ended subscription: it recognises the address again, but no mail can be sent to
 * it.
 */
const suppressedMail = (tokens: TokenService, site: SiteCode, email: string): string =>
  `-${tokens.idOf(`magazine\n${site}\n${email}`)}`;

/** The subscription that the buyer of an order wants, or null. `suppressed`: the hash that is stored after an unsubscription. */
export const subscriptionOf = (tokens: TokenService, { site, customer }: Pick<OrderRow, 'site' | 'customer'>) => {
  if (!customer?.email || customer.mail_magazine !== 'true') return null;
  const id = crypto.randomUUID();
  const token_hash = hashOf(tokens.token('magazine', id));
  const email = comparedMail(customer.email);
  return { id, token_hash, email, suppressed: suppressedMail(tokens, site, email) };
};

/**
 * Subscribes the corrected address of a paid order in place of the one that was typed wrong. A subscription of that one which began
 * before the payment is its reader's own, and stays.
 */
export const moveSubscription = async (tx: Tx, tokens: TokenService, order: OrderRow, wrong: string): Promise<void> => {
  const subscription = subscriptionOf(tokens, order);
  if (!subscription) return;
  await tx
    .updateTable('mail_magazines')
    .set({ stopped_at: sql`now()` })
    .where('site', '=', order.site)
    .where('email', '=', comparedMail(wrong))
    .where('started_at', '>=', order.paid_at)
    .where('stopped_at', 'is', null)
    .execute();
  await callFunction(tx, 'subscribe_1', [order.site, order.lang, JSON.stringify(subscription)]);
};

export type Magazine = { email: string; is_active: boolean };

/** The subscription of a link's token. Throws token_not_found. */
export const readMagazine = async (db: Db, site: SiteCode, token: string): Promise<Magazine> => {
  const row = await db
    .selectFrom('mail_magazines')
    .select(['email', 'stopped_at'])
    .where('token_hash', '=', hashOf(token))
    .where('site', '=', site)
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return { email: row.email.startsWith('-') ? '***' : hiddenMail(row.email), is_active: row.stopped_at === null };
};

/**
 * A reader of a site's newsletter; `token` opens the link that ends the subscription. It is null when its secret is not configured
 * any more, as the link cannot be shown then; links in earlier mails still work.
 */
export type Subscriber = { email: string; lang: Lang; since: Date; token: string | null };

type MagazineDeps = { db: Db; tokens: TokenService };

/** Subscribers to whom a site's newsletter may be sent now, by address. */
export const listSubscribers = async ({ db, tokens }: MagazineDeps, site: SiteCode): Promise<Subscriber[]> => {
  const rows = await db
    .selectFrom('mail_magazines')
    .select(['id', 'token_hash', 'email', 'lang', 'started_at'])
    .where('site', '=', site)
    .where('stopped_at', 'is', null)
    .orderBy('email')
    .execute();
  return rows.map(({ id, token_hash, email, lang, started_at: since }) => {
    return { email, lang, since, token: tokens.findToken('magazine', id, token_hash) };
  });
};

/** Token of the link that ends an address's subscription; null while nothing is sent to it. */
export const magazineTokenOf = async (
  { db, tokens }: MagazineDeps,
  site: SiteCode,
  address: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('mail_magazines')
    .select(['id', 'token_hash'])
    .where('site', '=', site)
    .where('email', '=', comparedMail(address))
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return row ? tokens.findToken('magazine', row.id, row.token_hash) : null;
};

/**
 * Ends the subscription of a token, or with `isWanted` begins an ended one again, unless its address was erased. Returns whether that
 * changed anything. The same statement whether or not there is one.
 */
export const setMagazine = async (
  db: Db,
  { site, token, isWanted }: { site: SiteCode; token: string; isWanted: boolean },
): Promise<boolean> => {
  const own = db.updateTable('mail_magazines').where('token_hash', '=', hashOf(token)).where('site', '=', site);
  const changed = isWanted
    ? own.where('stopped_at', 'is not', null).where('email', 'not like', '-%')
    : own.where('stopped_at', 'is', null);
  const times = isWanted ? { stopped_at: null, started_at: sql<Date>`now()` } : { stopped_at: sql<Date>`now()` };
  return (await changed.set(times).executeTakeFirst()).numUpdatedRows > 0n;
};

type Subscription = { id: string; site: SiteCode; email: string };

/** Ends subscriptions and replaces their addresses by hashes, so that links in old newsletters still show that they ended. */
export const suppress = async (tx: Tx, tokens: TokenService, rows: readonly Subscription[]): Promise<void> => {
  for (const { id, site, email } of rows)
    await tx
      .updateTable('mail_magazines')
      .set({ email: suppressedMail(tokens, site, email), stopped_at: sql`coalesce(stopped_at, now())` })
      .where('id', '=', id)
      .execute();
};
