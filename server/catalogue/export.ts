import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db, Tx } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { CatalogueSchema } from './contradictions.ts';
import type { Catalogue } from './schema.ts';

/** SQL that formats a time as `2026-12-01T10:00:00+09:00`, whatever the session's time zone. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"')`;

const Blank = v.optional(v.pipe(v.string(), v.regex(/^\s*$/)));
const Unnamed = v.looseObject({ name: Blank, product_name: Blank });

/** Leaves out languages without the name, which earlier releases stored: their readers get English then. */
const withNames = (key: string, value: unknown): unknown =>
  key === 'words' && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, texts]) => !v.is(Unnamed, texts)))
    : value;

/**
 * The stored catalogue of a site as a file has it; null when there is no such site. A single query, so that it is a consistent
 * snapshot. An earlier release may have stored what the schema refuses now. `withSpans`: also its timespans, which may be many.
 */
export const readStored = async (db: Db | Tx, site: SiteCode, withSpans: boolean): Promise<Catalogue | null> => {
  const { rows } = await sql<{ catalogue: string }>`
    select jsonb_build_object(
      'site', s.code,
      'languages', (select jsonb_agg(jsonb_build_object('id', id, 'display_name', display_name,
          'display_position', display_position, 'is_default', is_default) order by display_position)
        from languages where site = s.code),
      'field_templates', (select coalesce(jsonb_agg(jsonb_build_object('field_name', field_name, 'is_display', is_display,
          'is_require', is_require, 'list', list) order by position), '[]')
        from field_templates where site = s.code),
      'payment_methods', (select jsonb_agg(jsonb_build_object('id', id, 'min_amount', min_amount, 'words', words)
          order by position)
        from payment_methods where site = s.code),
      'texts', (select coalesce(jsonb_object_agg(lang, rows), '{}')
        from (select lang, jsonb_object_agg(key, value) as rows from texts where site = s.code group by lang) as by_lang),
      'products', (select coalesce(jsonb_agg(jsonb_build_object(
          'uuid', p.uuid, 'sale_type', p.sale_type, 'sale_from', p.sale_from, 'sale_to', p.sale_to,
          'min_quantity', p.min_quantity, 'max_quantity', p.max_quantity,
          'last_admission', p.last_admission, 'grace', p.grace,
          'date_changes', p.date_changes, 'date_change_hours', p.date_change_hours,
          'date_change_difference', p.date_change_difference, 'date_change_fee', p.date_change_fee,
          'date_change_refund', p.date_change_refund, 'words', p.words,
          'options', (select jsonb_agg(jsonb_build_object('id', o.id, 'type', o.type, 'add_cost', o.add_cost, 'min', o.min,
              'max', o.max, 'needs', o.needs,
              'standard', o.standard, 'words', o.words) order by o.position)
            from product_options o where o.site = p.site and o.product_uuid = p.uuid and o.withdrawn_at is null),
          'time_spans', (select coalesce(jsonb_agg(jsonb_build_object(
              'id', t.id, 'reservation_from', ${moment('t.reservation_from')}, 'reservation_to', ${moment('t.reservation_to')},
              'sale_from', ${moment('t.sale_from')}, 'sale_to', ${moment('t.sale_to')}, 'capacity', t.capacity,
              'surcharge', t.surcharge) order by t.reservation_from, t.id), '[]')
            from time_spans t where ${withSpans} and t.site = p.site and t.product_uuid = p.uuid and t.withdrawn_at is null)) order by p.position), '[]')
        from products p where p.site = s.code and p.withdrawn_at is null),
      'set_products', (select coalesce(jsonb_agg(jsonb_build_object(
          'uuid', e.uuid, 'add_cost', e.add_cost, 'max', e.max, 'stock', e.stock, 'words', e.words,
          'products', (select coalesce(jsonb_agg(product_uuid order by product_uuid), '[]')
            from set_offers where site = e.site and set_uuid = e.uuid)) order by e.position), '[]')
        from set_products e where e.site = s.code and e.withdrawn_at is null),
      'coupons', (select coalesce(jsonb_agg(jsonb_build_object(
          'code', c.code, 'kind', c.kind, 'amount', c.amount, 'channel', c.channel,
          'valid_until', ${moment('c.valid_until')}, 'visit_from', c.visit_from, 'visit_to', c.visit_to,
          'use_limit', c.use_limit, 'words', c.words,
          'scopes', (select coalesce(jsonb_agg(jsonb_build_object('product_uuid', product_uuid, 'option_id', option_id)
              order by product_uuid, option_id), '[]')
            from coupon_scopes where site = c.site and coupon_id = c.id)) order by c.code), '[]')
        from coupons c where c.site = s.code and c.withdrawn_at is null)
    )::text as catalogue
    from sites s where s.code = ${site}`.execute(db);
  const [row] = rows;
  return row ? JSON.parse(row.catalogue, withNames) : null;
};

/** The current catalogue of a site, for editing and importing; null when there is no such site. */
export const exportCatalogue = async (db: Db | Tx, site: SiteCode): Promise<Catalogue | null> => {
  const stored = await readStored(db, site, true);
  return stored && v.parse(CatalogueSchema, stored);
};
