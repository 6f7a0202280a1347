import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changeRows, rowsOf } from './kit/arrange.ts';
import { setFault } from './kit/buyer.ts';
import { attemptOf, browse, order, returnAddressOf, startRedirect } from './kit/gmo.ts';
import { forFile, startWholeShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));

it('of returns that wait for a look-up only what an adapter reads is stored', async () => {
  await setFault(shop, noNotices);
  const of = await order(shop);
  await startRedirect(shop, of, 'softbank_paypay');
  const address = await returnAddressOf(shop, of);
  const { id } = await attemptOf(shop, of);
  await changeRows(shop, 'payments', { id }, { looks_until: sql`now() + interval '1 hour'` });
  const long = 'x'.repeat(2_000);
  for (let turn = 0; turn < 5; turn += 1)
    await browse(`${address}&p${turn}=${long}&MD=${long}&Status=PAYSUCCESS${turn}`);
  const [{ returned } = {}] = await rowsOf(shop, 'payments', { id });
  expect({ ...returned, came: undefined }).toEqual({ Status: 'PAYSUCCESS4' });
});

it('returns without end do not keep seats past the end of their hold', async () => {
  await setFault(shop, noNotices);
  const of = await order(shop);
  await startRedirect(shop, of, 'gmo_paypay');
  const { id, order_id } = await attemptOf(shop, of);
  const later = sql`now() + interval '1 hour'`;
  await changeRows(shop, 'payments', { id }, { looked_up_at: later, looks_until: later });
  await changeRows(shop, 'orders', { id: order_id }, { hold_until: sql`now() - interval '1 minute'` });
  for (let round = 0; round < 2; round += 1) await shop.sweep();
  expect(await rowsOf(shop, 'payments', { id })).toMatchObject([{ state: 'cancelled' }]);
  expect(await rowsOf(shop, 'orders', { id: order_id })).toMatchObject([{ status: 'expired' }]);
});
