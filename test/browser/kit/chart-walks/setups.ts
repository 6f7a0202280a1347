import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { maxExtensions } from '#server/orders/holds/holds.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { changeRows } from '#test/api/kit/rows.ts';
import { twinSite } from '#test/api/kit/twin-site.ts';
import { bodyOf, couponElsewhere, order, type Setup, tokenIn } from './setups-orders.ts';
import {
  dearerMeanwhile,
  failedThere,
  keyUsed,
  openedElsewhere,
  paidElsewhere,
  provider,
  unknownReturn,
} from './setups-payments.ts';
import { queueSetups } from './setups-queue.ts';
import { monthOver, saleOver, setsSoldOut, soldOut } from './setups-seats.ts';
import { correctedTooOften, dearerTime, replacedTooOften, shared, ticket, unshared } from './setups-tickets.ts';

/** No row has this token while the server handles the call. */
const unknown =
  (table: 'tickets' | 'mail_magazines'): Setup =>
  async ({ shop, waiting }) => {
    const [known, other] = [hashOf(tokenIn(waiting)), newKey()];
    await changeRows(shop, table, { token_hash: known }, { token_hash: other });
    return () => changeRows(shop, table, { token_hash: other }, { token_hash: known });
  };

/** The same for an order's tokens: its own, and those obtained by its mailed links. */
const unknownOrder: Setup = async ({ shop, waiting }) => {
  const [known, other] = [hashOf(tokenIn(waiting)), newKey()];
  const rename = async (from: string, to: string) => {
    await changeRows(shop, 'orders', { token_hash: from }, { token_hash: to });
    await changeRows(shop, 'mail_links', { session_hash: from }, { session_hash: to });
  };
  await rename(known, other);
  return () => rename(other, known);
};

const unknownMail: Setup = async ({ shop, waiting }) => {
  await changeRows(shop, 'mail_links', { token_hash: hashOf(tokenIn(waiting)) }, { token_hash: newKey() });
  return undefined;
};

/** Sends the same request until the rate limit is reached. */
const rateLimited: Setup = async ({ waiting: { request } }) => {
  const { 'content-type': type = '' } = request.headers();
  for (let times = 0; times < 3; times += 1)
    await fetch(request.url(), {
      method: request.method(),
      headers: { 'content-type': type, 'idempotency-key': `"${newKey()}"` },
      body: request.postData() ?? '',
    });
  return undefined;
};

/** The venue raised the prices of all options of the ordered product. */
const dearer: Setup = async ({ shop: { db }, waiting }) => {
  const product = String(bodyOf(waiting).product_uuid);
  const raise = (yen: number) =>
    db
      .updateTable('product_options')
      .where('product_options.site', '!=', twinSite)
      .set({ add_cost: sql`add_cost + ${yen}` })
      .where('product_uuid', '=', product)
      .execute();
  await raise(1000);
  return () => raise(-1000);
};

/** Sets whether the newsletter's reader has already unsubscribed. */
const magazine =
  (stopped_at: Date | null): Setup =>
  async ({ shop, waiting }) => {
    await changeRows(shop, 'mail_magazines', { token_hash: hashOf(tokenIn(waiting)) }, { stopped_at });
    return undefined;
  };

/** A database error: a table that the call needs is missing. */
const broken =
  (table: 'orders' | 'time_spans' | 'set_products' | 'mail_magazines'): Setup =>
  async ({ shop: { db } }) => {
    const renamed = `${table}_gone`;
    await db.schema.alterTable(table).renameTo(renamed).execute();
    return () => db.schema.alterTable(renamed).renameTo(table).execute();
  };

/** Deletes stored responses, as a day later, so that the same request with its key is executed again. */
const aDayLater =
  (setup: Setup): Setup =>
  async (about) => {
    await about.shop.db.deleteFrom('idempotency').execute();
    return setup(about);
  };

/** The link to another address was opened in another tab. */
const confirmedOther = order('open', { confirmed_mail: 'another@visitor.example' });

/** The hold expired and cannot be extended. */
const overForGood = order('expired', { extensions: maxExtensions });

/** By the pending actor (`return` for what a provider's return requests) and the outcome's name (`answers.ts`). */
export const setups: Readonly<Record<string, Setup>> = {
  ...queueSetups,
  'checkStock sold out': soldOut,
  'checkStock request_error': broken('time_spans'),
  'search request_error': broken('time_spans'),
  'search later': monthOver,
  'searchSets request_error': broken('set_products'),
  'placeOrder dearer': dearer,
  'placeOrder seat_reserve_error': saleOver,
  'placeOrder seat_reserve_error set': setsSoldOut,
  'readOrder open': order('open'),
  'readOrder nameless': order('open', { customer: null }),
  'readOrder unconfirmed': confirmedOther,
  'readOrder paid': paidElsewhere,
  'readOrder checking': order('checking'),
  'readOrder expired': order('expired'),
  'readOrder cancelled': order('cancelled'),
  'readOrder refunded': order('refunded'),
  'readOrder token_not_found': unknownMail,
  'readOrder request_error': broken('orders'),
  'putCustomer unconfirmed': confirmedOther,
  'putCustomer request_error': broken('orders'),
  'sendOrderMail request_error': broken('orders'),
  'resendOrderMail rate_limited': rateLimited,
  'cancelOrder request_error': broken('orders'),
  'lookAtOrder open': order('open'),
  'lookAtOrder expired': order('expired'),
  'lookAtOrder paid': paidElsewhere,
  'lookAtOrder token_not_found': unknownOrder,
  'applyCoupon order_closed': order('cancelled'),
  'removeCoupon session_timeout': overForGood,
  'removeCoupon coupon_code_not_exist': couponElsewhere('DELETE'),
  'rereadOrder applied': couponElsewhere('POST'),
  'rereadOrder not applied': couponElsewhere('DELETE'),
  'rereadOrder request_error': broken('orders'),
  'readAgain applied': couponElsewhere('POST'),
  'readAgain not applied': couponElsewhere('DELETE'),
  'readAgain token_not_found': unknownOrder,
  'extendHold last': order('open', { extensions: maxExtensions - 1 }),
  'extendHold session_timeout': overForGood,
  'extendHold request_error': broken('orders'),
  'retakeHold session_timeout': overForGood,
  'retakeHold done': order('expired', { extensions: 0 }),
  'postCheckout checking': provider('payment_intents.create', 'processing'),
  'postCheckout invalid_input': dearerMeanwhile,
  'postCheckout session_timeout': overForGood,
  'postCheckout idempotency_key_reused': keyUsed,
  'queryOutcome open': failedThere,
  'queryOutcome checking': order('checking'),
  'queryOutcome paid': paidElsewhere,
  'return checking': provider('payment_intents.retrieve', 'unavailable'),
  'return elsewhere': openedElsewhere,
  'queryOutcome return_not_found': unknownReturn,
  'queryOutcome token_not_found': unknownOrder,
  'queryOutcome payment_refunded': order('refunded'),
  'readTicket valid': ticket('valid'),
  'readTicket shared': shared,
  'readTicket used': ticket('used'),
  'readTicket token_not_found': unknown('tickets'),
  'readReceipt token_not_found': unknown('tickets'),
  'readShared token_not_found': unshared,
  'shareTicket cannot_change_ticket': ticket('used'),
  'stopSharing cannot_change_ticket': ticket('used'),
  'handOver cannot_change_ticket': ticket('used'),
  'changeDate cannot_change_ticket': ticket('used'),
  'revokeTicket cannot_change_ticket': ticket('used'),
  'revokeTicket token_not_found': unknown('tickets'),
  'revokeTicket rate_limited': replacedTooOften,
  'correctEmail cannot_change_ticket': ticket('used'),
  'correctEmail rate_limited': correctedTooOften,
  'changeDate dearer_slot': dearerTime,
  'readMagazine active': magazine(null),
  'readMagazine stopped': magazine(new Date(0)),
  'readMagazine token_not_found': unknown('mail_magazines'),
  'resumeMagazine token_not_found': unknown('mail_magazines'),
  'resumeMagazine request_error': aDayLater(broken('mail_magazines')),
  'stopMagazine token_not_found': unknown('mail_magazines'),
  'stopMagazine request_error': aDayLater(broken('mail_magazines')),
  'sendLinks rate_limited': rateLimited,
};
