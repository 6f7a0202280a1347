import type { ColumnType, Generated } from 'kysely';
import type { CouponChannel, CouponRule } from '#src/domain/coupon.ts';
import type { CustomerField } from '#src/domain/customer.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';
import type { Method } from '#src/domain/payment.ts';
import type { ChangeDifference, SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Texts of a row in `lang`, else in English, Japanese or any language there is. */
export const pickTexts = <K extends string>(texts: LocalizedTexts<K>, lang: Lang): Record<K, string> => {
  for (const candidate of [lang, 'en', ...langs] as const) {
    const found = texts[candidate];
    if (found) return found;
  }
  throw new Error('A row without any words.');
};

/** Written as ISO 8601 or as a Date, read as a Date. */
export type Moment = ColumnType<Date, string | Date, string | Date>;
export type MaybeMoment = ColumnType<Date | null, string | Date | null, string | Date | null>;
/** A timestamp with a default in the database. */
export type Stamp = ColumnType<Date, string | Date | undefined, string | Date>;
/** A jsonb column: written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

/** State of a place in a waiting room: it waits, its turn came, was used for an order, or was missed. */
export type PlaceState = 'waiting' | 'admitted' | 'used' | 'missed';

/** Tables of the waiting rooms; columns are described in `migrations/`. */
export type QueueTables = {
  waiting_rooms: {
    site: SiteCode;
    queue: string;
    version: Generated<number>;
    last_number: Generated<number>;
    credit: Generated<number>;
    credited_at: Stamp;
    rate: number | null;
    overloaded_at: MaybeMoment;
  };
  waiting_places: {
    site: SiteCode;
    queue: string;
    browser_hash: string;
    address_hash: string | null;
    address_56: string | null;
    address_48: string | null;
    number: number;
    state: PlaceState;
    is_behind: boolean;
    joined_at: Moment;
    seen_at: Moment;
    admitted_until: MaybeMoment;
    order_id: string | null;
    version: number;
  };
};

/** Tables of money that has moved, and of contracts with payment providers; columns are described in `migrations/`. */
export type MoneyTables = {
  /** Notices that earlier releases took; they are deleted after 30 days. */
  webhook_events: { provider: string; id: string; received_at: Stamp };
  /** Also the owners of hosts: `provider` is `host` then. */
  contract_owners: { provider: string; contract: string; site: SiteCode; since: Stamp };
  unapplied_payments: {
    payment_id: string;
    provider_id: string;
    amount: number;
    currency: string;
    reported_at: Stamp;
    returned_at: MaybeMoment;
  };
  ledger: {
    payment_id: string;
    site: SiteCode;
    kind: 'sale' | 'refund' | 'late' | 'returned';
    amount: number;
    at: Stamp;
    part_id: string | null;
  };
  part_refunds: {
    id: string;
    payment_id: string;
    request: string;
    amount: number;
    state: Generated<'due' | 'done' | 'refused'>;
    code: Generated<string>;
    asked_at: Stamp;
    ticket_id: string | null;
  };
};

/** Texts of a row by language; `pickTexts` falls back where a language is missing. */
type LocalizedTexts<K extends string> = Partial<Record<Lang, Record<K, string>>>;

export type ProductTexts = LocalizedTexts<'product_name' | 'description' | 'naming_right' | 'caution'>;
export type SetTexts = LocalizedTexts<'product_name' | 'description'>;
export type CouponTexts = LocalizedTexts<'name'>;
export type OptionTexts = LocalizedTexts<'name' | 'note'>;
/** Tables of a venue's catalogue; columns are described in `migrations/`. */
export type CatalogueTables = {
  sites: { code: SiteCode; seeded_on: string; seed: number; imported: Generated<boolean> };
  languages: { site: SiteCode; id: Lang; display_name: string; display_position: number; is_default: boolean };
  field_templates: {
    site: SiteCode;
    field_name: CustomerField;
    position: number;
    is_display: boolean;
    is_require: boolean;
    list: OptionListName | null;
  };
  configurations: { site: SiteCode; data: Json<Configurations> };
  texts: { site: SiteCode; lang: Lang; key: string; value: string };
  payment_methods: { site: SiteCode; id: Method; position: number; min_amount: number; words: Json<OptionTexts> };
  former_methods: { site: SiteCode; id: Method; words: Json<OptionTexts> };
  products: {
    uuid: string;
    site: SiteCode;
    position: number;
    sale_type: SaleType;
    sale_from: string;
    sale_to: string;
    min_quantity: number;
    max_quantity: number;
    last_admission: number | null;
    grace: number | null;
    date_changes: number | null;
    date_change_hours: number | null;
    date_change_difference: ChangeDifference | null;
    date_change_fee: Generated<number>;
    date_change_refund: Generated<boolean>;
    words: Json<ProductTexts>;
    withdrawn_at: MaybeMoment;
  };
  product_options: {
    site: SiteCode;
    id: string;
    product_uuid: string;
    position: number;
    type: string;
    add_cost: number;
    min: number;
    max: number;
    words: Json<OptionTexts>;
    needs: Generated<string[]>;
    standard: Generated<boolean>;
    withdrawn_at: MaybeMoment;
  };
  time_spans: {
    site: SiteCode;
    id: string;
    product_uuid: string;
    day: string;
    reservation_from: Moment;
    reservation_to: Moment;
    sale_from: Moment;
    sale_to: Moment;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
    surcharge: Generated<number>;
    withdrawn_at: MaybeMoment;
  };
  set_products: {
    uuid: string;
    site: SiteCode;
    position: number;
    add_cost: number;
    max: number;
    stock: number;
    words: Json<SetTexts>;
    withdrawn_at: MaybeMoment;
  };
  set_offers: { site: SiteCode; product_uuid: string; set_uuid: string };
  set_stocks: {
    site: SiteCode;
    time_span_id: string;
    set_uuid: string;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
  };
  coupons: {
    id: string;
    site: SiteCode;
    code: string;
    kind: CouponRule['kind'];
    amount: number;
    channel: CouponChannel;
    valid_until: MaybeMoment;
    visit_from: string | null;
    visit_to: string | null;
    use_limit: number | null;
    uses: Generated<number>;
    words: Json<CouponTexts>;
    withdrawn_at: MaybeMoment;
  };
  coupon_scopes: { site: SiteCode; coupon_id: string; product_uuid: string; option_id: string | null };
};

/** Scope of an operator's token: admit people, also read, also help holders at a counter, or everything that its site offers. */
export type OperatorScope = 'gate' | 'read' | 'desk' | 'full';

/** Actions of a person at the venue on an order. */
export const actKinds = ['admitted', 'undone', 'cancelled', 'moved', 'refunded', 'revoked', 'resent'] as const;
export type ActKind = (typeof actKinds)[number];

/** Tables of what people at the venue do and run; columns are described in `migrations/`. */
export type OperatorTables = {
  retention_state: {
    only_row: Generated<boolean>;
    awaits_confirmation: Generated<boolean>;
    due_at: Stamp;
    running_until: MaybeMoment;
    finished_at: MaybeMoment;
    was_report: Generated<boolean>;
    counts: ColumnType<Record<string, number>, string | undefined, string>;
  };
  order_acts: {
    id: string;
    order_id: string;
    ticket_id: ColumnType<string | null, string | null, never>;
    site: SiteCode;
    kind: ActKind;
    people: number;
    by: string;
    gate: Generated<string>;
    why: Generated<string>;
    at: Stamp;
  };
  operator_tokens: {
    id: string;
    site: SiteCode;
    token_hash: string;
    name: string;
    scope: OperatorScope;
    created_at: Stamp;
    expires_at: Moment;
    revoked_at: MaybeMoment;
    used_at: MaybeMoment;
  };
  token_products: { token_id: string; site: SiteCode; product_uuid: string };
  erasures: { id: string; subject: string; site: SiteCode | null; erased_at: Stamp };
};
