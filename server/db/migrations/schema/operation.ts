/** Waiting rooms (docs/architecture.md#waiting-room). */
export const waitingRooms = [
  /*
   * queue: a product's uuid, or empty for the whole site. version: counts the changes of the room's places; last_number: the newest
   * number. credit: orders that may begin now, as of credited_at. rate: orders a minute while the server is at its own limit
   * (overloaded_at), else null.
   */
  `create table waiting_rooms (
    site text not null, queue text not null, version bigint not null default 0, last_number bigint not null default 0,
    credit double precision not null default 1, credited_at timestamptz not null default clock_timestamp(),
    rate double precision, overloaded_at timestamptz, primary key (site, queue))`,
  /*
   * A browser's place. browser_hash, address_hash: hashes of the browser's secret and of its network address. is_behind: its address
   * has its share of places, so it waits behind the others. order_id: the order for which the turn was used.
   */
  `create table waiting_places (
    site text not null, queue text not null, browser_hash text not null, address_hash text, number bigint not null,
    state text not null check (state in ('waiting', 'admitted', 'used', 'missed')), is_behind boolean not null,
    joined_at timestamptz not null, seen_at timestamptz not null, admitted_until timestamptz, order_id uuid,
    version bigint not null, primary key (site, queue, browser_hash),
    foreign key (site, queue) references waiting_rooms on delete cascade)`,
  `create index on waiting_places (site, queue, is_behind, number) where state = 'waiting'`,
  `create index on waiting_places (site, queue, admitted_until) where state = 'admitted'`,
  `create index on waiting_places (site, queue, address_hash) where state in ('waiting', 'admitted')`,
  `create index on waiting_places (site, queue, version)`,
  `create index on waiting_places (seen_at)`,
];

/** The end of personal data, secrets, and tokens of operators. */
export const operation = [
  /*
   * A single row. awaits_confirmation: a shop that sold before it had a retention run first reports what would be deleted
   * (server/operators/retention). running_until: a run is under way and was heard of lately. counts: of the last run or report, by class.
   */
  `create table retention_state (
    only_row boolean primary key default true check (only_row), awaits_confirmation boolean not null default false,
    due_at timestamptz not null default now(), running_until timestamptz, finished_at timestamptz,
    was_report boolean not null default false, counts jsonb not null default '{}')`,
  /* subject: HMAC of the mail address; site: null for all of them. Nothing in it names anybody. */
  `create table erasures (
    id uuid primary key, subject uuid not null, site text references sites, erased_at timestamptz not null default now())`,
  /* Which secrets made the tokens of this database, by fingerprint; ids are derived from the first of them. */
  `create table signing_keys (fingerprint text primary key, registered_at timestamptz not null default clock_timestamp())`,
  /*
   * Tokens by which a venue's back office calls the operations of its site. id: not secret, shown in lists and logs. token_hash:
   * SHA-256 of the whole token. name: the device or program that has it.
   */
  `create table operator_tokens (
    id text primary key, site text not null, token_hash text not null, name text not null,
    scope text not null check (scope in ('gate', 'read', 'full')), created_at timestamptz not null default now(),
    expires_at timestamptz not null, revoked_at timestamptz, used_at timestamptz)`,
];
