import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import type { Slot } from '#server/db/scoped.ts';
import type { Database, SlotPeriod } from '#server/db/types.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { priceAt, totalOf } from '#src/domain/money.ts';
import { needsOf, quantityOf, unaccompanied } from '#src/domain/order-lines.ts';
import { Yen } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { type Offer, type OrderInput, readOffer } from './offer.ts';
import type { ContentRows } from './order-contents.ts';

export type Offered = Pick<Selectable<Database['products']>, 'sale_type' | 'words'> &
  SlotPeriod & { last_admission: Date };

/**
 * A validated selection with its texts: lines and set products in the shop's sequence, and prices and total in yen, as computed
 * by the server.
 */
export type Choice = {
  product: string;
  slot: Slot;
  offered: Offered;
  /** When the offer was read, by the database's clock. */
  read_at: Date;
  quantity: number;
  total: number;
  /** `surcharge`: the part of the price that the slot adds or takes off. */
  lines: (ContentRows['lines'][number] & { position: number; surcharge: number })[];
  sets: (ContentRows['sets'][number] & { position: number })[];
};

const byPosition = <Row extends { position: number }>(rows: Row[]): Row[] =>
  rows.sort((a, b) => a.position - b.position);

/** The product with its options and the slot. Throws unless both are on sale now. */
const onSale = ({ product, slot }: Offer) => {
  if (!product)
    throw new Problem('ticket_not_on_sale', { errors: [{ pointer: '#/product_uuid', detail: 'Not on sale.' }] });
  const errors = [{ pointer: '#/time_span_id', detail: 'Not a timespan on sale of this product.' }];
  if (!slot) throw new Problem('product_change_date_error', { errors });
  if (!slot.is_on_sale) throw new Problem('ticket_not_on_sale', { errors });
  return { ...product, ...slot };
};

/** Validates set products: each is offered with the product, named once, and within the limit per order. */
const checkSets = ({ product }: Offer, { set_products }: OrderInput): Choice['sets'] => {
  const sets = set_products.flatMap(({ id, count }, index) => {
    const offer = product?.sets.find(({ uuid }) => uuid === id);
    if (!offer) throw invalid(`set_products/${index}/id`, 'Not offered with this product.');
    if (set_products.findIndex((other) => other.id === id) < index)
      throw invalid(`set_products/${index}/id`, 'Given twice.');
    if (count > offer.max) throw invalid(`set_products/${index}/count`, `From 0 to ${offer.max}.`, 'invalid_quantity');
    const { position, words, add_cost: price } = offer;
    return count > 0 ? [{ set_uuid: id, position, words, count, left: count, price }] : [];
  });
  return byPosition(sets);
};

/**
 * Validates an order against catalogue, sale periods and limits. Throws ticket_not_on_sale, product_change_date_error,
 * invalid_quantity, companion_missing and invalid_input, each with the field.
 */
export const judgeChoice = (offer: Offer, site: SiteCode, input: OrderInput): Choice => {
  const product = onSale(offer);
  const { options, surcharge, sale_type, words, reservation_from, reservation_to, last_admission } = product;

  const seen = new Set<string>();
  const lines = input.option_values.flatMap(({ id, count }, index) => {
    const option = options.find((candidate) => candidate.id === id);
    if (!option) throw invalid(`option_values/${index}/id`, 'Not an option of this product.');
    if (seen.has(id)) throw invalid(`option_values/${index}/id`, 'Given twice.');
    seen.add(id);
    if (count < option.min || count > option.max)
      throw invalid(`option_values/${index}/count`, `From ${option.min} to ${option.max}.`, 'invalid_quantity');
    const { position, type, words } = option;
    const price = priceAt(option.add_cost, surcharge);
    return count > 0
      ? [{ option_id: id, position, type, words, count, price, surcharge: price - option.add_cost }]
      : [];
  });
  const missing = options.find(({ id, min }) => min > 0 && !seen.has(id));
  if (missing) throw invalid('option_values', `At least ${missing.min} of ${missing.id}.`, 'invalid_quantity');

  const { min_quantity: min, max_quantity: max } = product;
  const { quantity } = input;
  if (quantity < min || quantity > max) throw invalid('quantity', `From ${min} to ${max}.`, 'invalid_quantity');
  if (quantityOf(lines) !== quantity) throw invalid('quantity', 'Not the sum of the options.', 'invalid_quantity');
  const alone = unaccompanied(input.option_values, needsOf(options));
  if (alone)
    throw invalid('option_values', `${alone.id} needs one of ${alone.needed.join(', ')}.`, 'companion_missing');
  const sets = checkSets(offer, input);
  const total = totalOf([...lines, ...sets]);
  if (total < 0 || !v.is(Yen, total)) throw invalid('quantity', `Not for ${total} yen.`, 'invalid_quantity');
  const offered = { sale_type, words, reservation_from, reservation_to, last_admission };
  return {
    product: input.product_uuid,
    slot: { site, time_span_id: input.time_span_id },
    offered,
    read_at: product.read_at,
    quantity,
    total,
    lines: byPosition(lines),
    sets,
  };
};

/** Reads the catalogue and validates an order. Throws as `judgeChoice`. */
export const checkChoice = async (db: Db, site: SiteCode, input: OrderInput): Promise<Choice> =>
  judgeChoice(await readOffer(db, site, input), site, input);
