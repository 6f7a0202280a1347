import { sql } from 'kysely';
import { networkFactors } from '#server/core/networks.ts';
import { isCard, type Method, methods } from '#src/domain/payment.ts';

/**
 * Against card testing (docs/threat-model.md): payments that an order may begin, and declined cards that the unpaid orders of a visitor may
 * have, within so many seconds; a /56 and a /48 may have 1.5 and 2 times as many.
 */
const limit = { within: 600, ofOrder: 20, ofVisitor: 60 };

const window = sql`make_interval(secs => ${sql.lit(limit.within)})`;

/** SQL: seconds until one more is allowed, when so many are the most; null if it is now. The last `most` decide, the newest first. */
const waitOf = (payments: ReturnType<typeof sql>, max: number) => sql`(
  select extract(epoch from min(created_at) + ${window} - now())::float8 from (
    select payments.created_at ${payments} and payments.created_at > now() - ${window}
      order by payments.created_at desc limit ${sql.lit(max)}) as last
  having count(*) = ${sql.lit(max)})`;

const cards = sql.join(methods.filter(isCard).map((method) => sql.lit(method)));

/** By each network of the visitor, in the sequence of `networkFactors`. */
const ofNetworks = ['asked_by', 'address_56', 'address_48'].map((column, at) =>
  waitOf(
    sql`from payments join orders as other on other.id = payments.order_id
      where other.${sql.ref(column)} = ${sql.ref(`orders.${column}`)} and payments.state = 'declined' and payments.method in (${cards})`,
    Math.floor(limit.ofVisitor * (networkFactors[at] ?? 1)),
  ),
);

const ofOrder = waitOf(sql`from payments where payments.order_id = orders.id`, limit.ofOrder);

/** SQL: seconds until the query's order may begin another payment; null if it may now. Limits of networks are for cards only. */
export const attemptsWait = (method: Method) =>
  sql<number | null>`greatest(${sql.join(isCard(method) ? [ofOrder, ...ofNetworks] : [ofOrder])})`;
