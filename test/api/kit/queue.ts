import { sql } from 'kysely';
import type { Sites } from '#server/shared/sites/sites.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import type { Operation } from '#src/sites/operation.ts';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { choiceOf, newKey, timed } from './buyer.ts';
import type { Answer } from './call.ts';
import { problemOf, type Shop } from './shop.ts';

type Queue = Operation['queue'];

/** Sites of which the first has a waiting room; its settings may change while the shop runs. */
export const sitesWithQueue = (set: Partial<Queue>): { sites: Sites; queue: Queue } => {
  const queue: Queue = { products: {}, minutes: 5, addressPlaces: 40, ...set };
  return { sites: exampleSites(siteCodes, { borderless: { limits: { queue } } }), queue };
};

export const newBrowser = newIdempotencyKey;

/** Orders one ticket, or sends an earlier order again by its key. */
export const orderAs = (shop: Shop, slot: string, secret: string | null, key = newKey(), address = '192.0.2.1') =>
  shop.send('createOrder', {
    body: choiceOf(slot, 1),
    key,
    headers: { 'x-forwarded-for': address, ...(secret && { [browserHeader]: secret }) },
  });

export const placeOf = (shop: Shop, secret: string) =>
  shop.call('getQueuePlace', { query: { product_uuid: timed }, headers: { [browserHeader]: secret } });

export const isQueued = (answer: Answer): boolean =>
  answer.status === 403 && problemOf(answer).code === 'queue_required';

/** Lets time pass for all waiting rooms, also as if all who could be admitted meanwhile had been. */
export const passSeconds = async (
  { db }: Pick<Shop, 'db'>,
  seconds: number,
  as: 'usual' | 'nobody is admitted' = 'usual',
): Promise<void> => {
  const time = sql`make_interval(secs => ${seconds}::float8)`;
  await sql`update waiting_rooms set credited_at = credited_at - ${time}, overloaded_at = overloaded_at - ${time},
    version = version + 1`.execute(db);
  await sql`update waiting_places p set seen_at = seen_at - ${time}, joined_at = joined_at - ${time},
    admitted_until = admitted_until - ${time}, version = r.version from waiting_rooms r
    where r.site = p.site and r.queue = p.queue`.execute(db);
  if (as === 'nobody is admitted')
    await sql`update waiting_rooms set credit = 0, credited_at = clock_timestamp()`.execute(db);
};

/** Ends all places, so that the next order enters. */
export const emptyRooms = async ({ db }: Pick<Shop, 'db'>): Promise<void> => {
  await sql`update waiting_rooms set credit = 1, credited_at = clock_timestamp(), rate = null,
    version = version + 1`.execute(db);
  await sql`update waiting_places p set seen_at = now() - interval '1 day', state = 'missed', version = r.version
    from waiting_rooms r where r.site = p.site and r.queue = p.queue`.execute(db);
};
