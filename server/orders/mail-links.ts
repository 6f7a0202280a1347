import { hashOf } from '#server/core/crypto.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { beginHold, canHoldAgain, expireHolds, lockOrder, readOrderRow } from '#server/orders/holds/holds.ts';
import { Problem } from '#server/shared/problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Begins the hold of an invited order when its link is opened, as for a new order, if the seats are free. */
const openInvitation = async (db: Db, id: string): Promise<void> => {
  await expireHolds(db, { order: id });
  const begin = () => inTransaction(db, (tx) => beginHold(tx, id));
  if (await begin()) return;
  const slots = db.selectFrom('orders').select(['site', 'time_span_id']).where('id', '=', id);
  await expireHolds(db, { slot: await slots.executeTakeFirstOrThrow() });
  await begin();
};

/** All mails about an order to one address have the same link. */
type LinkKey = { order_id: string; address: string };

/** Creates the link for a mail about an order, unless there is one. */
export const insertMailLink = async (
  tx: Tx,
  tokens: TokenService,
  { order_id, address: typed }: LinkKey,
): Promise<void> => {
  const address = comparedMail(typed);
  const id = tokens.idOf(`mail link\n${order_id}\n${address}`);
  await tx
    .insertInto('mail_links')
    .values({ id, token_hash: hashOf(tokens.token('mail', id)), made_for: order_id, order_id, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const linkRows = (db: Db | Tx) =>
  db
    .selectFrom('mail_links')
    .innerJoin('orders', 'orders.id', 'mail_links.order_id')
    .select(['mail_links.id', 'mail_links.order_id', 'mail_links.address', 'orders.site'])
    .select(['mail_links.token_hash', 'mail_links.session_hash']);

/** Whether the link's address is the order's; while the customer is unknown every link's is. */
const isAddressOf = ({ customer }: OrderRow, address: string): boolean =>
  comparedMail(customer?.email || address) === address;

const isUsable = async (
  db: Db | Tx,
  order: Awaited<ReturnType<typeof readOrderRow>>,
  address: string,
): Promise<boolean> => {
  if (!isAddressOf(order, address)) return false;
  if (order.status === 'checking' || (order.status === 'open' && !order.is_hold_over)) return true;
  return (order.status === 'open' || order.status === 'expired') && canHoldAgain(db, order);
};

/**
 * The token of the link of a mail, and the order it opens now; null once the link is unusable. After a replacement the link opens
 * the new order, whose contents differ from the mail's.
 */
export const usableLink = async (
  db: Db,
  tokens: TokenService,
  { order_id, address: typed }: LinkKey,
): Promise<{ token: string; order_id: string } | null> => {
  const address = comparedMail(typed);
  const link = await linkRows(db).where('made_for', '=', order_id).where('address', '=', address).executeTakeFirst();
  if (!link || !(await isUsable(db, await readOrderRow(db, link.order_id), address))) return null;
  return { token: tokens.issuedToken('mail', link.id, link.token_hash), order_id: link.order_id };
};

/** Throws token_not_found. */
const findLink = async (db: Db, site: SiteCode, token: string) => {
  const link = await linkRows(db).where('mail_links.token_hash', '=', hashOf(token)).executeTakeFirst();
  if (!link || link.site !== site) throw new Problem('token_not_found');
  return link;
};

/** The order that a mailed link opens; nothing is confirmed or held. Throws token_not_found, token_unavailable. */
export const mailedOrder = async (db: Db, site: SiteCode, token: string): Promise<string> => {
  const { order_id, address } = await findLink(db, site, token);
  if (!(await isUsable(db, await readOrderRow(db, order_id), address))) throw new Problem('token_unavailable');
  return order_id;
};

/**
 * Opens a mailed link: confirms its address, and begins the hold of an invitation. Returns an order token that is valid until the
 * order gets another address. Throws token_not_found, token_unavailable.
 */
export const openMailLink = async ({ db, tokens }: OrderDeps, site: SiteCode, token: string): Promise<string> => {
  const { id, order_id, address, session_hash: issued } = await findLink(db, site, token);
  const session = issued === null ? tokens.token('mail-order', id) : tokens.issuedToken('mail-order', id, issued);
  const invited = await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, order_id);
    if (!(await isUsable(tx, order, address))) throw new Problem('token_unavailable');
    await tx.updateTable('orders').set({ confirmed_mail: address }).where('id', '=', order_id).execute();
    const opened = { session_hash: hashOf(session), revoked: false };
    await tx.updateTable('mail_links').set(opened).where('id', '=', id).execute();
    return order.invited;
  });
  if (invited) await openInvitation(db, order_id);
  return session;
};

/** Makes the links to an order open its successor. */
export const moveLinks = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx.updateTable('mail_links').set({ order_id: to }).where('order_id', '=', from).execute();
};
