import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { watchPayments } from '#server/payments/reconcile.ts';
import { changeRows, passMinutes, rowOf } from './kit/arrange.ts';
import { clearFaults, pay, ready, setFault, slotAt } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';
import { twinSite } from './kit/twin-site.ts';

const shop = await forFile(startShop({ timeout: 1_200 }));

/** An order whose payment succeeded at the provider without an answer or a notice, and 500 with such payments of another site. */
const besideMany = async () => {
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
  return { id, stored };
};
afterEach(async () => {
  await shop.db.deleteFrom('payments').execute();
  await shop.db.deleteFrom('orders').where('site', '=', twinSite).execute();
  await clearFaults(shop);
});

it('an abandoned payment is looked up however many of another site wait for an answer', async () => {
  const { stored } = await besideMany();
  await shop.sweep();
  expect(await stored()).toMatchObject({ status: 'paid' });
});

it('money without a notice is found however many payments another site has', async () => {
  const { id, stored } = await besideMany();
  await changeRows(shop, 'payments', {}, { state: 'cancelled' });
  await changeRows(shop, 'orders', { id }, { status: 'expired' });
  await watchPayments(shop.deps);
  expect((await stored()).status).not.toBe('expired');
});

it('money that a notice names is compared however many notices another site has', async () => {
  const { id } = await besideMany();
  await changeRows(shop, 'payments', {}, { state: 'paid', compare_wanted_at: sql`now()` });
  await changeRows(shop, 'payments', { order_id: id }, { created_at: sql`created_at + interval '1 minute'` });
  await shop.sweep();
  expect(await rowOf(shop, 'payments', { order_id: id })).toMatchObject({ compare_wanted_at: null });
});
