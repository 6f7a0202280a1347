import { sql } from 'kysely';
import type * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import { invalid, Problem } from '#server/http/problem.ts';
import type { createOrder } from '#src/api/contract/orders.ts';
import { priceAt, totalOf } from '#src/domain/money.ts';
import { quantityOf } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The order creation payload of SPEC §3, checked for its shape only. */
export type OrderInput = v.InferOutput<(typeof createOrder)['body']>;

/** A choice that was checked: its lines with their prices, and the total, on the server's own count. */
export type Choice = {
  product: string;
  span: string;
  quantity: number;
  total: number;
  lines: { option_id: string; position: number; count: number; price: number }[];
  sets: { set_uuid: string; count: number; price: number }[];
};

const onSaleProduct = async (db: Db, site: SiteCode, uuid: string) => {
  const today = sql<string>`(now() at time zone 'Asia/Tokyo')::date`;
  const product = await db
    .selectFrom('products')
    .select(['min_quantity', 'max_quantity'])
    .where('uuid', '=', uuid)
    .where('site', '=', site)
    .where('sale_from', '<=', today)
    .where('sale_to', '>=', today)
    .executeTakeFirst();
  if (!product)
    throw new Problem('ticket_not_on_sale', { errors: [{ pointer: '#/product_uuid', detail: 'Not on sale.' }] });
  return product;
};

const onSaleSpan = async (db: Db, product: string, id: string) => {
  const span = await db
    .selectFrom('time_spans')
    .select('surcharge')
    .select(sql<boolean>`now() >= sale_from and now() < sale_to`.as('on_sale'))
    .where('id', '=', id)
    .where('product_uuid', '=', product)
    .executeTakeFirst();
  const errors = [{ pointer: '#/time_span_id', detail: 'Not a timespan on sale of this product.' }];
  if (!span) throw new Problem('product_change_date_error', { errors });
  if (!span.on_sale) throw new Problem('ticket_not_on_sale', { errors });
  return span;
};

/** The set products of an order, each offered with the product, given once, and not more than one order may have. */
const checkSets = async (db: Db, { product_uuid, set_products }: OrderInput): Promise<Choice['sets']> => {
  if (set_products.length === 0) return [];
  const offers = await db
    .selectFrom('set_offers')
    .innerJoin('set_products', 'set_products.uuid', 'set_offers.set_uuid')
    .select(['set_products.uuid', 'set_products.add_cost', 'set_products.max'])
    .where('set_offers.product_uuid', '=', product_uuid)
    .execute();
  return set_products.flatMap(({ id, count }, index) => {
    const offer = offers.find(({ uuid }) => uuid === id);
    if (!offer) throw invalid(`set_products/${index}/id`, 'Not offered with this product.');
    if (set_products.findIndex((other) => other.id === id) < index)
      throw invalid(`set_products/${index}/id`, 'Given twice.');
    if (count > offer.max) throw invalid(`set_products/${index}/count`, `From 0 to ${offer.max}.`, 'invalid_quantity');
    return count > 0 ? [{ set_uuid: id, count, price: offer.add_cost }] : [];
  });
};

/**
 * In: an order as the visitor sent it. Out: the same checked against catalogue, sale windows and limits. Throws
 * ticket_not_on_sale, product_change_date_error, invalid_quantity and invalid_input, each with the field.
 */
export const checkChoice = async (db: Db, site: SiteCode, input: OrderInput): Promise<Choice> => {
  const product = await onSaleProduct(db, site, input.product_uuid);
  const span = await onSaleSpan(db, input.product_uuid, input.time_span_id);
  const options = await db
    .selectFrom('product_options')
    .select(['id', 'position', 'add_cost', 'min', 'max'])
    .where('product_uuid', '=', input.product_uuid)
    .execute();

  const seen = new Set<string>();
  const lines = input.option_values.flatMap(({ id, count }, index) => {
    const option = options.find((candidate) => candidate.id === id);
    if (!option) throw invalid(`option_values/${index}/id`, 'Not an option of this product.');
    if (seen.has(id)) throw invalid(`option_values/${index}/id`, 'Given twice.');
    seen.add(id);
    if (count < option.min || count > option.max)
      throw invalid(`option_values/${index}/count`, `From ${option.min} to ${option.max}.`, 'invalid_quantity');
    const price = priceAt(option.add_cost, span.surcharge);
    return count > 0 ? [{ option_id: id, position: option.position, count, price }] : [];
  });
  const missing = options.find(({ id, min }) => min > 0 && !seen.has(id));
  if (missing) throw invalid('option_values', `At least ${missing.min} of ${missing.id}.`, 'invalid_quantity');

  const { min_quantity: fewest, max_quantity: most } = product;
  const { quantity } = input;
  if (quantity < fewest || quantity > most) throw invalid('quantity', `From ${fewest} to ${most}.`, 'invalid_quantity');
  if (quantityOf(lines) !== quantity) throw invalid('quantity', 'Not the sum of the options.', 'invalid_quantity');
  const sets = await checkSets(db, input);
  const total = totalOf([...lines, ...sets]);
  return { product: input.product_uuid, span: input.time_span_id, quantity, total, lines, sets };
};
