import type { ColumnType, Generated } from 'kysely';
import type { SiteCode } from '#src/domain/site.ts';
import type { MaybeMoment, Moment, Stamp } from './columns.ts';

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
    rate: ColumnType<number | null, number | null | undefined, number | null>;
    overloaded_at: MaybeMoment;
  };
  waiting_places: {
    site: SiteCode;
    queue: string;
    browser_hash: string;
    address_hash: string | null;
    address_56: ColumnType<string | null, string | null | undefined, string | null>;
    address_48: ColumnType<string | null, string | null | undefined, string | null>;
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
