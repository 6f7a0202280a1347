import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * base: where the site lived for who caused the mail, links begin with it. payment_id: the payment a refund is about.
   * state: due until it is sent, given up, or (without SMTP) left to be read. due_at: when it is tried next; while it is
   * being sent, when others may take it for left behind. tries: how often that was begun. fault: the last one's code.
   */
  `alter table outbox
    add column base text not null default '', add column payment_id uuid references payments,
    add column state text not null default 'due' check (state in ('due', 'sent', 'failed', 'readable')),
    add column due_at timestamptz not null default now(), add column tries integer not null default 0,
    add column fault text not null default ''`,
  /* Nobody waits for these any more. */
  `update outbox set state = 'readable', base = coalesce(
    (select return_base from payments where payments.order_id = outbox.order_id order by created_at desc limit 1), '')`,
  `create index outbox_due on outbox (due_at) where state = 'due'`,
  `drop index if exists outbox_created_at_idx`,
  `create index outbox_newest on outbox (created_at)`,
];

/** Mails that are sent. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
