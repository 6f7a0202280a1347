import { type Kysely, sql } from 'kysely';
import { enterQueue, overloadRoom, returnTurn, runQueues } from './functions/queue.ts';

const statements = [
  /*
   * Waiting rooms (docs/architecture.md#waiting-room). queue: a product's uuid, or empty for the whole site. version: counts the
   * changes of the room's places; last_number: the newest number. credit: orders that may begin now, as of credited_at. rate:
   * orders a minute while the server is at its own limit (overloaded_at), else null.
   */
  `create table waiting_rooms (
    site text not null, queue text not null, version bigint not null default 0, last_number bigint not null default 0,
    credit double precision not null default 1, credited_at timestamptz not null default clock_timestamp(),
    rate double precision, overloaded_at timestamptz, primary key (site, queue))`,
  /*
   * A browser's place. browser_hash, address_hash: hashes of the browser's secret and of its network address. is_behind: its
   * address has its share of places, so it waits behind the others. order_id: the order for which the turn was used.
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
  enterQueue(1),
  returnTurn,
  overloadRoom,
  runQueues(1),
];

/** The waiting room: a fair queue of visitors before the order. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
