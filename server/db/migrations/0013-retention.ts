import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * anonymised_at: nothing of the order names a person any more, and none of its links opens. records_from: the day from
   * which the law's period for records of the sale counts; null once the records' identifiers are gone too.
   */
  `alter table orders add column anonymised_at timestamptz, add column records_from date`,
  /* What the retention run walks through, in batches by id. */
  `create index orders_unpaid_personal on orders (id) where anonymised_at is null and paid_at is null`,
  `create index orders_paid_personal on orders (id) where anonymised_at is null and paid_at is not null`,
  `create index orders_records on orders (id) where records_from is not null`,
  `create index outbox_order on outbox (order_id)`,
  /* One row. running_until: a run is under way and was heard of lately. counts: of the last run or report, by class. */
  `create table retention_state (
    only_row boolean primary key default true check (only_row), awaits_confirmation boolean not null default false,
    due_at timestamptz not null default now(), running_until timestamptz, finished_at timestamptz,
    was_report boolean not null default false, counts jsonb not null default '{}')`,
  /* A shop that was selling before it had a retention run first reports what would go (server/operators/retention). */
  `insert into retention_state (awaits_confirmation)
    select true where exists (select 1 from orders) or exists (select 1 from mail_magazines)`,
  /* subject: HMAC of the mail address; site: null for all of them. Nothing in it names anybody. */
  `create table erasures (
    id uuid primary key, subject uuid not null, site text references sites, erased_at timestamptz not null default now())`,
];

/** When personal data ends: what has been anonymised, what the retention run does, who was erased. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
