import type { Selectable } from 'kysely';
import type * as v from 'valibot';
import { lastAdmissionOf, productOnSale, spanOnSaleOf } from '#server/catalogue/on-sale.ts';
import type { Db } from '#server/db/open.ts';
import { fixed, runStatement } from '#server/db/statement.ts';
import type { Database, SlotPeriod } from '#server/db/types.ts';
import { holdIsOver } from '#server/orders/holds/holds.ts';
import { type KnownKey, selectKnownKey } from '#server/shared/keyed-write.ts';
import type { createOrder } from '#src/api/contract/orders.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Request body of docs/product.md#order-creation, validated for its shape only. */
export type OrderInput = v.InferOutput<(typeof createOrder)['body']>;

type Row<Table extends keyof Database> = Selectable<Database[Table]>;
type SharedColumns = 'position' | 'add_cost' | 'max' | 'words';
type OfferedProduct = Pick<Row<'products'>, 'min_quantity' | 'max_quantity' | 'sale_type' | 'words'> & {
  options: Pick<Row<'product_options'>, SharedColumns | 'id' | 'min' | 'type' | 'needs'>[];
  sets: (Pick<Row<'set_products'>, SharedColumns | 'uuid'> & { free: number })[];
};

/**
 * A slot of that product, which may not be on sale; `free`: seats that are neither sold nor held; `read_at`: the database's clock at
 * the reading.
 */
type OfferedSlot = SlotPeriod &
  Pick<Row<'time_spans'>, 'surcharge'> &
  Record<'last_admission' | 'read_at', Date> & { is_on_sale: boolean; free: number };

/** Everything that the rules of a new order judge, as it was at one moment. */
export type Offer = {
  known: KnownKey | null;
  is_placed: boolean;
  is_site_lang: boolean;
  /** Whether holds of the slot are over, so that there is more than `free` once they are ended. */
  can_free: boolean;
  product: OfferedProduct | null;
  slot: OfferedSlot | null;
};

/** The columns of a product and of a slot are null where it is not on sale, or there is none. */
type OfferRow = Omit<Offer, 'product' | 'slot'> &
  (OfferedProduct | { sale_type: null }) &
  (OfferedSlot | { surcharge: null });

/* The parameters are the `values` of `readOffer`. `(select)` is one row, so that there is a result without a product or slot.
   Holds that are over matter where seats are too few, and for set products ($8), of which they hold some, too. */
const readText = fixed(
  'read',
  `select ${selectKnownKey} as known,
    exists (select from orders where id = $2) as is_placed,
    exists (select from languages where site = $3 and id = $4) as is_site_lang,
    exists (select from orders where site = $3 and time_span_id = $6 and ${holdIsOver}
      and ($8 or time_spans.capacity - time_spans.held - time_spans.sold < $7)) as can_free,
    products.min_quantity, products.max_quantity, products.sale_type, products.words,
    (select coalesce(json_agg(json_build_object('id', id, 'position', position, 'add_cost', add_cost, 'min', min,
        'max', max, 'type', type, 'needs', needs, 'words', words)), '[]')
      from product_options as o where o.site = products.site and o.product_uuid = products.uuid
        and o.withdrawn_at is null) as options,
    (select coalesce(json_agg(json_build_object('uuid', uuid, 'position', position, 'add_cost', add_cost, 'max', max,
        'words', words, 'free', least(stocks.capacity, stock) - coalesce(stocks.held + stocks.sold, 0))), '[]')
      from set_offers join set_products on set_products.site = set_offers.site and set_products.uuid = set_offers.set_uuid
        left join set_stocks as stocks on stocks.site = set_offers.site and stocks.set_uuid = set_offers.set_uuid
          and stocks.time_span_id = $6
      where $8 and set_offers.site = products.site and set_offers.product_uuid = products.uuid
        and set_products.withdrawn_at is null) as sets,
    time_spans.surcharge, time_spans.reservation_from, time_spans.reservation_to, ${spanOnSaleOf()} as is_on_sale,
    ${lastAdmissionOf()} as last_admission, now() as read_at,
    time_spans.capacity - time_spans.held - time_spans.sold as free
  from (select) as request
  left join products on products.site = $3 and products.uuid = $5 and ${productOnSale}
  left join time_spans on time_spans.site = $3 and time_spans.id = $6 and time_spans.product_uuid = products.uuid`,
);

/** The id of the new order, and the hash of its Idempotency-Key; null where the caller looks for no earlier attempt. */
type AttemptKeys = { id: string | null; keyHash: string | null };

/** Reads what is offered for an order, and what is known of its key and id. */
export const readOffer = async (
  db: Db,
  site: SiteCode,
  { lang, product_uuid, time_span_id, quantity, set_products }: OrderInput,
  { id, keyHash }: AttemptKeys = { id: null, keyHash: null },
): Promise<Offer> => {
  const values = [keyHash, id, site, lang, product_uuid, time_span_id, quantity, set_products.length > 0];
  const [row] = await runStatement<OfferRow>(db, readText, values);
  if (!row) throw new Error('No offer.');
  return { ...row, product: row.sale_type === null ? null : row, slot: row.surcharge === null ? null : row };
};
