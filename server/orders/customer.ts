import { sql } from 'kysely';
import { lastAdmission } from '#server/catalogue/on-sale.ts';
import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { LimitDeps } from '#server/orders/holds/hold-settings.ts';
import { ensureHeld, isHeldNow, lockOrder } from '#server/orders/holds/holds.ts';
import {
  type Answer,
  answerValues,
  isUnused,
  type KeyedWrite,
  knownKeyOf,
  type StatementOutcome,
} from '#server/shared/keyed-write.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { placedRows, toOrder } from './orders.ts';
import { mustHaveNoPayment } from './replace-order.ts';
import { isOtherConfirmed, mustNotChangeAddress } from './site-rules.ts';

type ByToken = { site: SiteCode; token: string };

/** `unchanged`: the customer was stored before; `answered`: the key was used meanwhile; `changed`: the order was, or its hold is over. */
type Saved = 'saved' | 'unchanged' | 'answered' | 'changed';

/** Writes a customer who was judged for this version of the order, with its answer; without both under the order's lock. */
const writeCustomer = (
  db: Db | Tx,
  { id, version, byToken }: { id: string; version?: string; byToken: string },
  customer: CustomerInfo,
  answer?: Answer,
): Promise<Saved> => {
  const values = [id, version ?? null, JSON.stringify(customer), comparedMail(customer.email), hashOf(byToken)];
  return callFunction(db, 'save_customer_2', [...values, ...answerValues(answer)]);
};

/**
 * Saves the customer of an order that is open or can be held again; `byToken` is the order token of the request. `isChanged`:
 * anything was written. Throws order_closed (also while the confirmed address pays), session_timeout, invalid_input where the invited
 * address must not change.
 */
export const saveCustomer = async (
  deps: LimitDeps,
  tx: Tx,
  { id, byToken }: { id: string; byToken: string },
  customer: CustomerInfo,
): Promise<{ order: OrderRow; isChanged: boolean }> => {
  const locked = await lockOrder(tx, id);
  const order = await ensureHeld(tx, locked, deps);
  mustNotChangeAddress(deps.sites, order, customer);
  if (isOtherConfirmed(deps.sites, order, customer)) await mustHaveNoPayment(tx, id);
  const outcome = await writeCustomer(tx, { id, byToken }, customer);
  return { order: { ...order, customer }, isChanged: outcome === 'saved' || !isHeldNow(locked) };
};

/** An order by its token, with what is known of the request's key. */
const readSaved = (db: Db, { site, token }: ByToken, { keyHash }: KeyedWrite) =>
  placedRows(db)
    .select(sql<boolean>`least(hold_until, ${lastAdmission}) <= now()`.as('is_hold_over'))
    .select([sql<string>`orders.xmin::text`.as('version'), knownKeyOf(keyHash).as('known')])
    .where('orders.id', '=', orderOpenedBy(token))
    .where('orders.site', '=', site)
    .executeTakeFirst();

/**
 * As `saveCustomer`, of an open order that is still held, by one reading and one writing statement; any other is left to the
 * transaction. Throws token_not_found, and as `mustNotChangeAddress`.
 */
export const saveCustomerByStatement = async (
  { db, sites }: { db: Db; sites: Sites },
  by: ByToken,
  check: () => Promise<CustomerInfo>,
  write: KeyedWrite,
): Promise<StatementOutcome<Order>> => {
  const order = await readSaved(db, by, write);
  if (!order) throw new Problem('token_not_found');
  if (!isUnused(order.known, write)) return { kind: 'known', known: order.known };
  const customer = await check();
  if (!isHeldNow(order) || isOtherConfirmed(sites, order, customer)) return { kind: 'needs_transaction' };
  mustNotChangeAddress(sites, order, customer);
  const reply = { ...toOrder({ ...order, customer }), completion: null };
  const { id, version } = order;
  const outcome = await writeCustomer(db, { id, version, byToken: by.token }, customer, { write, reply });
  if (outcome === 'answered') return { kind: 'known', known: null };
  return outcome === 'saved' ? { kind: 'done', reply } : { kind: 'needs_transaction' };
};
