import type { ColumnType, Generated } from 'kysely';
import type { CouponChannel, DiscountKind } from '#src/domain/coupon.ts';
import type { CustomerField, CustomerInfo } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { DeclineReason, Method } from '#src/domain/payment.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { TicketState } from '#src/domain/ticket.ts';

type Moment = ColumnType<Date, string | Date, string | Date>;
type MaybeMoment = ColumnType<Date | null, string | Date | null | undefined, string | Date | null>;
type Stamp = ColumnType<Date, string | Date | undefined, string | Date>;
/** A jsonb column: written as its JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

/** The words of a row in the languages it has; a missing language falls back (`db/texts.ts`). */
export type Wording<K extends string> = Partial<Record<Lang, Record<K, string>>>;

export type ProductWords = Wording<'product_name' | 'description' | 'naming_right' | 'caution'>;
export type SetWords = Wording<'product_name' | 'description'>;
export type CouponWords = Wording<'name'>;
export type OptionWords = Wording<'name' | 'note'>;
/** Where one attempt to pay stands. The first two are live; `refund_due` is money to give back. */
export type AttemptState =
  | 'started'
  | 'requires_action'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'refund_due'
  | 'refunded';

/** What a mail tells. */
export type MailKind =
  | 'mail_confirm'
  | 'invited'
  | 'completed'
  | 'refunded'
  | 'cancelled'
  | 'ticket_sent'
  | 'ticket_changed'
  | 'ticket_reissued'
  | 'ticket_links';
/**
 * Where a mail stands. `readable`: nobody sends it, it waits in the outbox to be read; `superseded`: what it would say was no
 * longer true when it was to be sent.
 */
export type MailState = 'due' | 'sent' | 'failed' | 'readable' | 'superseded';

/** How a ticket came to be: bought, split off, or sent by another's holder. */
export type TicketKind = 'order' | 'split' | 'sent';

/** Tables, in the words of SPEC §3; the columns' meanings stand in `migrations/`. */
export type Database = {
  sites: { code: SiteCode; seeded_on: ColumnType<string, string, string>; seed: number; imported: Generated<boolean> };
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
  payment_methods: { site: SiteCode; id: Method; position: number; min_amount: number; words: Json<OptionWords> };
  products: {
    uuid: string;
    site: SiteCode;
    position: number;
    sale_type: SaleType;
    sale_from: ColumnType<string, string, string>;
    sale_to: ColumnType<string, string, string>;
    min_quantity: number;
    max_quantity: number;
    words: Json<ProductWords>;
  };
  product_options: {
    id: string;
    product_uuid: string;
    position: number;
    type: string;
    add_cost: number;
    min: number;
    max: number;
    words: Json<OptionWords>;
  };
  time_spans: {
    id: string;
    product_uuid: string;
    day: ColumnType<string, string, string>;
    reservation_from: Moment;
    reservation_to: Moment;
    sale_from: Moment;
    sale_to: Moment;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
    surcharge: Generated<number>;
  };
  orders: {
    id: string;
    token_hash: string;
    site: SiteCode;
    lang: Lang;
    status: Generated<OrderStatus>;
    product_uuid: string;
    time_span_id: string;
    quantity: number;
    total: number;
    customer: ColumnType<CustomerInfo | null, string | null | undefined, string | null>;
    payment_method: ColumnType<Method | null, Method | null | undefined, Method | null>;
    hold_until: Moment;
    extensions: Generated<number>;
    reservation_number: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Stamp;
    held_since: Stamp;
    paid_at: MaybeMoment;
    coupon_dropped: Generated<boolean>;
    invited: Generated<boolean>;
    asked_by: ColumnType<string | null, string | null | undefined, string | null>;
    anonymised_at: MaybeMoment;
    records_from: ColumnType<string | null, string | null | undefined, string | null>;
    confirmed_mail: ColumnType<string | null, string | null | undefined, string | null>;
  };
  mail_links: {
    id: string;
    token_hash: string;
    session_hash: ColumnType<string | null, string | null | undefined, string | null>;
    made_for: string;
    order_id: string;
    address: string;
    revoked: Generated<boolean>;
    created_at: Stamp;
  };
  order_lines: { order_id: string; option_id: string; position: number; count: number; price: number };
  set_products: {
    uuid: string;
    site: SiteCode;
    position: number;
    add_cost: number;
    max: number;
    stock: number;
    words: Json<SetWords>;
  };
  set_offers: { product_uuid: string; set_uuid: string };
  set_stocks: {
    time_span_id: string;
    set_uuid: string;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
  };
  order_sets: { order_id: string; set_uuid: string; count: number; price: number };
  coupons: {
    id: string;
    site: SiteCode;
    code: string;
    kind: DiscountKind;
    amount: number;
    channel: CouponChannel;
    valid_until: MaybeMoment;
    visit_from: ColumnType<string | null, string | null, string | null>;
    visit_to: ColumnType<string | null, string | null, string | null>;
    use_limit: number | null;
    uses: Generated<number>;
    words: Json<CouponWords>;
  };
  coupon_scopes: { coupon_id: string; product_uuid: string; option_id: string | null };
  coupon_uses: { order_id: string; coupon_id: string; discount: number; counted: Generated<boolean> };
  payments: {
    id: string;
    order_id: string;
    method: Method;
    state: Generated<AttemptState>;
    provider_id: ColumnType<string | null, string | null | undefined, string | null>;
    token: ColumnType<string | null, string | null | undefined, string | null>;
    data: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
    amount: number;
    reason: ColumnType<DeclineReason | null, DeclineReason | null | undefined, DeclineReason | null>;
    r_hash: string;
    return_base: string;
    created_at: Stamp;
    asked_at: Stamp;
    unconfirmed_since: MaybeMoment;
    confirmed_at: MaybeMoment;
  };
  tickets: {
    id: string;
    order_id: string;
    token_hash: string;
    entry_hash: string;
    state: Generated<TicketState>;
    created_at: Stamp;
    number: string;
    parent_id: ColumnType<string | null, string | null | undefined, string | null>;
    kind: ColumnType<TicketKind, TicketKind | undefined, TicketKind>;
    time_span_id: string;
    lang: Lang;
    email: ColumnType<string | null, string | null | undefined, string | null>;
    share_hash: ColumnType<string | null, string | null | undefined, string | null>;
    link_revision: Generated<number>;
    turn: Generated<number>;
    changes: Generated<number>;
    note: Generated<string>;
  };
  ticket_people: {
    id: string;
    ticket_id: string;
    option_id: string;
    position: number;
    price: number;
    entry_hash: ColumnType<string | null, string | null, string | null>;
    used_at: MaybeMoment;
  };
  outbox: {
    id: string;
    order_id: string;
    site: SiteCode;
    lang: Lang;
    kind: MailKind;
    address: string;
    created_at: Stamp;
    sent_at: MaybeMoment;
    ticket_id: ColumnType<string | null, string | null | undefined, string | null>;
    note: Generated<string>;
    base: string;
    payment_id: ColumnType<string | null, string | null | undefined, string | null>;
    state: Generated<MailState>;
    due_at: Stamp;
    tries: Generated<number>;
    fault: Generated<string>;
  };
  tries: { id: string; about: string; tried_at: Stamp };
  link_requests: { id: string; site: SiteCode; lang: Lang; address: string; base: string; asked_at: Stamp };
  mail_magazines: {
    id: string;
    token_hash: string;
    site: SiteCode;
    email: string;
    lang: Lang;
    started_at: Stamp;
    stopped_at: MaybeMoment;
  };
  idempotency: {
    key_hash: string;
    fingerprint: string;
    status: ColumnType<number | null, number | null | undefined, number | null>;
    body: ColumnType<string | null, string | null | undefined, string | null>;
    started_at: Stamp;
  };
  effects: { id: string; done_at: Stamp };
  signing_keys: { fingerprint: string; registered_at: Stamp };
  webhook_events: { provider: string; id: string; received_at: Stamp };
  retention_state: {
    only_row: Generated<boolean>;
    awaits_confirmation: Generated<boolean>;
    due_at: Stamp;
    running_until: MaybeMoment;
    finished_at: MaybeMoment;
    was_report: Generated<boolean>;
    counts: ColumnType<Record<string, number>, string | undefined, string>;
  };
  erasures: { id: string; subject: string; site: SiteCode | null; erased_at: Stamp };
};
