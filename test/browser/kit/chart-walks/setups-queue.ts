import { sql } from 'kysely';
import type { PlaceState } from '#server/db/queue-tables.ts';
import { openRoom } from '#test/api/kit/queue.ts';
import type { Setup } from './setups-orders.ts';

/** Changes the places while their browsers do not ask. */
const placesAre =
  (state: PlaceState): Setup =>
  async (about) => {
    const close = await openRoom(about.shop);
    await sql`update waiting_rooms set version = version + 1`.execute(about.shop.db);
    await sql`update waiting_places p set state = ${state}, version = r.version, seen_at = clock_timestamp(),
      admitted_until = clock_timestamp() + interval '5 minutes' from waiting_rooms r
      where r.site = p.site and r.queue = p.queue`.execute(about.shop.db);
    await about.shop.deps.waitingRoom.run();
    return close;
  };

/** The waiting room's responses. */
export const queueSetups = {
  'placeOrder queue_required': ({ shop }) => openRoom(shop),
  'readPlace waiting': placesAre('waiting'),
  'readPlace admitted': placesAre('admitted'),
  'readPlace over': placesAre('missed'),
} as const satisfies Record<string, Setup>;
