import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CustomerInfo } from '#src/domain/customer.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { TicketState } from '#src/domain/ticket.ts';
import type {
  CatalogueTables,
  MaybeMoment,
  Moment,
  MoneyTables,
  OperatorTables,
  QueueTables,
  Stamp,
} from './tables.ts';

/** State of one payment attempt. The first two are live; `refund_due` is money that must go back. */
export type AttemptState =
  | 'started'
  | 'requires_action'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'refund_due'
  | 'refunded';

/**
 * Why a person must look at a payment's money. `refund_refused`: the provider refuses the refund for good; `refund_failed`: the
 * bank could not give it back; `part_refused`: the provider refuses a part for good; `money_missing`: it holds less than was paid;
 * `disputed`: the bank is asked to take it back.
 */
export type AlarmKind = 'refund_refused' | 'refund_failed' | 'part_refused' | 'money_missing' | 'disputed';

export type MailKind =
  | 'mail_confirm'
  | 'invited'
  | 'completed'
  | 'refunded'
  | 'part_refunded'
  | 'cancelled'
  | 'ticket_sent'
  | 'ticket_changed'
  | 'ticket_reissued'
  | 'visit_moved'
  | 'ticket_links';
/**
 * `readable`: there is no mailer, the mail stays in the outbox to be read. `superseded`: its content was no longer true when it
 * was to be sent.
 */
export type MailState = 'due' | 'sent' | 'failed' | 'readable' | 'superseded';

/** How a ticket came to be: bought, split off, or sent by the holder of another one. */
export type TicketKind = 'order' | 'split' | 'sent';

/** The seller as receipts print it; `tax_rate`: consumption tax in percent. */
export type Seller = { name: string; invoice_number: string; tax_rate: number };

type OtherTables = CatalogueTables & MoneyTables & OperatorTables & QueueTables;

/** Columns are described in `migrations/`. */
export type Database = OtherTables & {
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
    customer: ColumnType<CustomerInfo | null, string | null, string | null>;
    payment_method: Method | null;
    hold_until: Moment;
    extensions: Generated<number>;
    reservation_number: string | null;
    created_at: Stamp;
    held_since: Stamp;
    paid_at: MaybeMoment;
    coupon_dropped: Generated<boolean>;
    invited: Generated<boolean>;
    asked_by: string | null;
    address_56: string | null;
    address_48: string | null;
    anonymised_at: MaybeMoment;
    records_from: string | null;
    confirmed_mail: string | null;
    change_of: string | null;
    change_version: number | null;
  };
  mail_links: {
    id: string;
    token_hash: string;
    session_hash: string | null;
    made_for: string;
    order_id: string;
    address: string;
    revoked: Generated<boolean>;
    created_at: Stamp;
  };
  order_lines: {
    order_id: string;
    site: SiteCode;
    option_id: string;
    position: number;
    count: number;
    price: number;
    surcharge: number | null;
  };
  order_sets: {
    order_id: string;
    site: SiteCode;
    set_uuid: string;
    count: number;
    price: number;
    bought: number | null;
  };
  coupon_uses: {
    order_id: string;
    site: SiteCode;
    coupon_id: string;
    discount: number;
    counted: Generated<boolean>;
  };
  payments: {
    id: string;
    order_id: string;
    method: Method;
    state: Generated<AttemptState>;
    provider_id: string | null;
    token: string | null;
    data: ColumnType<Record<string, string> | null, string | null, string | null>;
    amount: number;
    reason: DeclineReason | null;
    r_hash: string;
    return_base: string;
    created_at: Stamp;
    asked_at: Stamp;
    unconfirmed_since: MaybeMoment;
    confirmed_at: MaybeMoment;
    browser_hash: string | null;
    seller: ColumnType<Seller | null, string | null, string | null>;
    looked_up_at: MaybeMoment;
    looks_until: MaybeMoment;
    awaits_visitor: Generated<boolean>;
    look_wanted_at: MaybeMoment;
    returned: ColumnType<Record<string, string> | null, string | null, string | null>;
    alarm: AlarmKind | null;
    alarm_code: string | null;
    alarmed_at: MaybeMoment;
    compared_at: MaybeMoment;
    compare_wanted_at: MaybeMoment;
    parts_refunded: Generated<number>;
  };
  return_references: {
    id: string;
    token_hash: string;
    payment_id: string;
    browser_hash: string | null;
    issued_at: Stamp;
    expires_at: Moment;
  };
  tickets: {
    id: string;
    order_id: string;
    site: SiteCode;
    token_hash: string;
    entry_hash: string;
    state: Generated<TicketState>;
    created_at: Stamp;
    number: string;
    parent_id: string | null;
    kind: Generated<TicketKind>;
    time_span_id: string;
    lang: Lang;
    email: string | null;
    share_hash: string | null;
    link_revision: Generated<number>;
    turn: Generated<number>;
    changes: Generated<number>;
    date_changes: Generated<number>;
    note: Generated<string>;
    choice_until: MaybeMoment;
  };
  ticket_people: {
    id: string;
    ticket_id: string;
    site: SiteCode;
    option_id: string;
    position: number;
    price: number;
    entry_hash: string | null;
    used_at: MaybeMoment;
    act_id: string | null;
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
    ticket_id: string | null;
    note: Generated<string>;
    base: string;
    payment_id: string | null;
    state: Generated<MailState>;
    due_at: Stamp;
    tries: Generated<number>;
    fault: Generated<string>;
    amount: number | null;
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
    status: number | null;
    body: string | null;
    started_at: Stamp;
    owner: string | null;
  };
  effects: { id: string; done_at: Stamp };
  signing_keys: { fingerprint: string; registered_at: Stamp };
};

export type OrderRow = Selectable<Database['orders']>;

export type SlotPeriod = Pick<Selectable<Database['time_spans']>, 'reservation_from' | 'reservation_to'>;
