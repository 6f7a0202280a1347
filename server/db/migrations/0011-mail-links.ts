import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * Links to orders that were mailed, one for each order and address. made_for: the order of the mail; order_id: the order
   * the link opens, which is another one after the choice was replaced. session_hash: of the order token that the link gave
   * when it was opened; revoked: the order has another address now.
   */
  `create table mail_links (
    id uuid primary key, token_hash text not null unique, session_hash text unique,
    made_for uuid not null references orders, order_id uuid not null references orders,
    address text not null, revoked boolean not null default false,
    created_at timestamptz not null default now(), unique (made_for, address))`,
  `create index mail_links_order on mail_links (order_id)`,
  /* The address that was proved by opening a link mailed to it. */
  `alter table orders add column confirmed_mail text`,
  /* Processes of the version before still write it. */
  `alter table orders alter column mail_token_hash drop not null`,
  /*
   * Links mailed before: the token was the order's, whatever the address. Those of orders whose mails all went to the address
   * that the order has now stay valid; the others may be in a stranger's hands.
   */
  `insert into mail_links (id, token_hash, made_for, order_id, address)
    select o.id, o.mail_token_hash, o.id, o.id, min(lower(trim(m.address)))
    from orders o join outbox m on m.order_id = o.id and m.kind in ('mail_confirm', 'invited')
    where o.status in ('open', 'checking', 'expired')
    group by o.id
    having count(distinct lower(trim(m.address))) = 1
      and min(lower(trim(m.address))) = coalesce(nullif(lower(trim(o.customer ->> 'email')), ''), min(lower(trim(m.address))))`,
  /* Whether their links were opened is not known: visitors who are about to pay are not sent back. */
  `update orders set confirmed_mail = l.address from mail_links l where l.order_id = orders.id`,
  /* superseded: what the mail would say was no longer true when it was to be sent. */
  `alter table outbox drop constraint outbox_state_check`,
  `alter table outbox add constraint outbox_state_check
    check (state in ('due', 'sent', 'failed', 'readable', 'superseded'))`,
];

/** Links in mails end with the address and the purchase they are for; mails that time has overtaken are not sent. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
