import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { lastAdmission } from '#server/catalogue/on-sale.ts';
import { hashOf } from '#server/core/crypto.ts';
import { fixed } from '#server/db/fixed.ts';
import type { Db } from '#server/db/open.ts';
import { runStatement } from '#server/db/statement.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { HoldRules } from '#server/holds/hold-limit.ts';
import { ensureHeld, isHeldNow, lockOrder } from '#server/holds/holds.ts';
import { type AtOnce, isUnused, type KeyedWrite, knownKeyOf } from '#server/shared/keyed-write.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/sites/sites.ts';
import { orderOpenedBy } from '#server/tokens/order-tokens.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { revokeLinks } from './mail-links.ts';
import { placedRows, toOrder } from './orders.ts';
import { mustHaveNoPayment } from './pending-payment.ts';
import { isOtherConfirmed, mustNotChangeAddress } from './site-rules.ts';

const isSameCustomer = (stored: CustomerInfo | null, customer: CustomerInfo): boolean =>
  isDeepStrictEqual(stored, JSON.parse(JSON.stringify(customer)));

/**
 * Saves the customer of an order that is open or can be held again; `byToken` is the order token of the request. `isChanged`:
 * anything was written. Throws order_closed (also while the confirmed address pays), session_timeout, invalid_input where the invited
 * address must not change.
 */
export const saveCustomer = async (
  rules: HoldRules & { sites: Sites },
  tx: Tx,
  { id, byToken }: { id: string; byToken: string },
  customer: CustomerInfo,
): Promise<{ order: OrderRow; isChanged: boolean }> => {
  const locked = await lockOrder(tx, id);
  const order = await ensureHeld(tx, locked, rules);
  mustNotChangeAddress(rules.sites, order, customer);
  if (isOtherConfirmed(rules.sites, order, customer)) await mustHaveNoPayment(tx, id);
  const isSame = isSameCustomer(order.customer, customer);
  if (!isSame)
    await tx
      .updateTable('orders')
      .set({ customer: JSON.stringify(customer) })
      .where('id', '=', id)
      .execute();
  const isRevoked = customer.email !== '' && (await revokeLinks(tx, id, customer.email, byToken));
  return { order: { ...order, customer }, isChanged: !isSame || isRevoked || !isHeldNow(locked) };
};

const saveText = fixed('write', 'select save_customer_1($1, $2, $3, $4, $5, $6, $7, $8) as outcome');

/** An order by its token, with what is known of the request's key. */
const readSaved = (db: Db, { site, token }: ByToken, { keyHash }: KeyedWrite) =>
  placedRows(db)
    .select([
      sql<boolean>`least(hold_until, ${lastAdmission}) <= now()`.as('over'),
      sql<string>`orders.xmin::text`.as('version'),
    ])
    .select(knownKeyOf(keyHash).as('known'))
    .where('orders.id', '=', orderOpenedBy(token))
    .where('orders.site', '=', site)
    .executeTakeFirst();

type ByToken = { site: SiteCode; token: string };

/**
 * As `saveCustomer`, for another customer of an open order that is still held, by one reading and one writing statement; any other is left to the
 * transaction. Throws token_not_found, and as `mustNotChangeAddress`.
 */
export const saveCustomerAtOnce = async (
  { db, sites }: { db: Db; sites: Sites },
  by: ByToken,
  check: () => Promise<CustomerInfo>,
  write: KeyedWrite,
): Promise<AtOnce<Order>> => {
  const order = await readSaved(db, by, write);
  if (!order) throw new Problem('token_not_found');
  if (!isUnused(order.known, write)) return { kind: 'known', known: order.known };
  const customer = await check();
  if (!isHeldNow(order) || isOtherConfirmed(sites, order, customer) || isSameCustomer(order.customer, customer))
    return { kind: 'otherwise' };
  mustNotChangeAddress(sites, order, customer);
  const reply = { ...toOrder({ ...order, customer }), completion: null };
  const values = [
    ...[order.id, order.version, JSON.stringify(customer), comparedMail(customer.email), hashOf(by.token)],
    ...[write.keyHash, write.fingerprint, write.seal(reply)],
  ];
  const [done] = await runStatement<{ outcome: 'saved' | 'answered' | 'changed' }>(db, saveText, values);
  if (done?.outcome === 'answered') return { kind: 'known', known: null };
  return done?.outcome === 'saved' ? { kind: 'done', reply } : { kind: 'otherwise' };
};
