import { sql } from 'kysely';
import { addDays } from 'ticket-store/src/domain/dates.ts';
import {
  cardToken,
  choiceOf,
  customer,
  hold,
  purchase,
  ready,
  setFault,
  slotAt,
  timed,
  tomorrow,
} from 'ticket-store/test/api/kit/buyer.ts';
import { type Shop, startShop } from 'ticket-store/test/api/kit/shop.ts';
import { median, timed as timeOf } from './load.ts';
import type { createSheet } from './sheet.ts';
import { countTrips } from './trips.ts';

type Row = ReturnType<typeof createSheet>['row'];

type Kind = {
  what: string;
  send: () => Promise<unknown>;
  /** Runs before each, and is not counted. */
  prepare?: () => Promise<void>;
  /** Trips at most. */
  atMost?: number;
};

/** The requests of visitors, each by a function that sends it once more. */
const kindsOf = async (shop: Shop): Promise<Kind[]> => {
  const [free, full, old] = [(await slotAt(shop, 0)).id, (await slotAt(shop, 1)).id, (await slotAt(shop, 2)).id];
  await sql`update time_spans set sold = capacity - held where id = ${full} and site = 'borderless'`.execute(shop.db);
  const order = (span: string) => shop.send('createOrder', { body: choiceOf(span, 1) });
  const held = [await hold(shop, free), await hold(shop, free), await hold(shop, free)];
  const params = () => ({ token: held[0]?.token ?? '' });
  let payable = { token: '', price: 0, card: '' };
  const expire = async () => {
    await order(old);
    await sql`update time_spans set sold = capacity - held where id = ${old} and site = 'borderless'`.execute(shop.db);
    await sql`update orders set hold_until = now() where time_span_id = ${old} and status = 'open'`.execute(shop.db);
  };
  const month = { from: tomorrow, to: addDays(tomorrow, 30), product_uuid: timed, lang: 'ja' };
  return [
    { what: 'an order', atMost: 2, send: () => order(free) },
    { what: 'an order that is refused', atMost: 2, send: () => order(full) },
    { what: 'an order of seats whose hold is over', prepare: expire, send: () => order(old) },
    { what: 'a customer', send: () => shop.call('putOrder', { params: params(), body: customer }) },
    {
      what: 'a payment by card',
      prepare: async () => {
        payable = { ...(await ready(shop, free)), card: await cardToken(shop) };
      },
      send: () => purchase(shop, payable, { token: payable.card }),
    },
    {
      what: 'a cancellation',
      atMost: 2,
      send: () => shop.call('deleteOrder', { params: { token: held.pop()?.token ?? '' } }),
    },
    { what: 'a month, read again', send: () => shop.call('searchProducts', { query: month }) },
    { what: 'the products, read again', send: () => shop.call('getProducts', { query: { lang: 'ja' } }) },
  ];
};

/** Round trips and commits of each kind of request, counted in the driver (docs/scaling.md#round-trips). */
export const countRequests = async (row: Row, engine: string): Promise<void> => {
  const isPostgres = engine === 'PostgreSQL';
  const shop = await startShop();
  const counter = countTrips();
  try {
    await setFault(shop, { fault: 'lost', route: 'webhooks', times: 1_000 });
    const purchase = { trips: 0, commits: 0 };
    for (const { what, send, prepare = async () => {}, atMost } of await kindsOf(shop)) {
      /* Statements are prepared the first time. */
      await prepare();
      await send();
      await prepare();
      const { trips, commits } = await counter.of(send);
      const remark = isPostgres ? `${commits} commits` : '';
      row(`${what}, ${engine}`, trips, 'trips', { ...(atMost ? { atMost } : {}), remark });
      if (!['an order', 'a customer', 'a payment by card'].includes(what)) continue;
      purchase.trips += trips;
      purchase.commits += commits;
    }
    const remark = isPostgres ? `${purchase.commits} commits` : '';
    row(`a whole purchase, ${engine}`, purchase.trips, 'trips', { atMost: 16, remark });
    await expiring(shop, row, { engine, isPostgres });
  } finally {
    counter.restore();
    await shop.close();
  }
};

/** 4,000 holds over forty slots that end at once, and orders of one of these slots meanwhile, one after the other. */
const expiring = async (
  shop: Shop,
  row: Row,
  { engine, isPostgres }: { engine: string; isPostgres: boolean },
): Promise<void> => {
  await sql`update orders set status = 'expired' where status = 'open'`.execute(shop.db);
  const slots = sql`(select id from time_spans where site = 'borderless' and id like 'admission-%' order by id limit 40)`;
  await sql`update time_spans set held = 100, sold = 0, capacity = 1000 where site = 'borderless' and id in ${slots}`.execute(
    shop.db,
  );
  const { rows } = await sql<{ id: string }>`select max(id) as id from ${slots} as slots`.execute(shop.db);
  const order = () => timeOf(() => shop.call('createOrder', { body: choiceOf(rows[0]?.id ?? '', 1) }));
  const quiet: number[] = [];
  for (let count = 0; count < 50; count += 1) quiet.push(await order());
  await sql`insert into orders (id, token_hash, site, lang, product_uuid, time_span_id, quantity, total, hold_until)
    select gen_random_uuid(), gen_random_uuid()::text, 'borderless', 'ja', ${timed}, slots.id, 1, 0, now()
    from ${slots} as slots, generate_series(1, 100)`.execute(shop.db);
  await sql`analyze orders`.execute(shop.db);
  const meanwhile: number[] = [];
  let isSwept = false;
  const sweeping = timeOf(shop.sweep).finally(() => {
    isSwept = true;
  });
  do meanwhile.push(await order());
  while (!isSwept);
  row(`4,000 holds end, ${engine}`, await sweeping, 'ms', isPostgres ? { atMost: 600 } : {});
  row('  an order of one of their slots meanwhile, ratio to a quiet one', median(meanwhile) / median(quiet), '', {
    ...(isPostgres ? { atMost: 5 } : {}),
    remark: `${meanwhile.length} orders, the slowest ${Math.max(...meanwhile).toFixed(0)} ms`,
  });
};
