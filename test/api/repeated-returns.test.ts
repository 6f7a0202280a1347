import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, browse, order, startRedirect } from './kit/gmo.ts';
import { returnAddressOf } from './kit/returns.ts';
import { changeRows, rowsOf } from './kit/rows.ts';
import { startWholeShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));

it('returns with ever new parameters, which wait for a look-up, do not make the row longer', async () => {
  await setFault(shop, noNotices);
  const of = await order(shop);
  await startRedirect(shop, of, 'softbank_paypay');
  const address = await returnAddressOf(shop, of);
  const { id } = await attemptOf(shop, of);
  await changeRows(shop, 'payments', { id }, { looks_until: sql`now() + interval '1 hour'` });
  for (let turn = 0; turn < 20; turn += 1) await browse(`${address}&p${turn}=${'x'.repeat(2_000)}`);
  const [{ returned } = {}] = await rowsOf(shop, 'payments', { id });
  const { length } = JSON.stringify(returned);
  expect(length).toBeGreaterThan(2_000);
  expect(length).toBeLessThan(12_000);
});
