import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { pay, ready, setFault, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { rowOf } from './kit/rows.ts';
import { startShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';
import { passMinutes } from './kit/time.ts';
import { twinSite } from './kit/twin-site.ts';

const shop = await forFile(startShop({ timeout: 1_200 }));

it('an abandoned payment is looked up however many of another site wait for an answer', async () => {
  await setFault(shop, noNotices, { route: 'payment_intents.create', fault: 'drop_after', times: 2 });
  const order = await ready(shop, (await slotAt(shop, 0)).id);
  await pay(shop, order);
  await passMinutes(shop, order.token, 30);
  const stored = () => rowOf(shop, 'orders', { token_hash: hashOf(order.token) });
  const { id } = await stored();
  await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      'token_hash', gen_random_uuid(), 'site', ${twinSite}::text, 'status', 'cancelled'))).*
    from orders o, generate_series(1, 500) where id = ${id}`.execute(shop.db);
  await sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
      'r_hash', gen_random_uuid(), 'order_id', o.id))).*
    from payments p, orders o where p.order_id = ${id} and o.site = ${twinSite}`.execute(shop.db);
  await shop.sweep();
  expect(await stored()).toMatchObject({ status: 'paid' });
});
