import { describe, expect, it } from 'vitest';
import { getOrder } from '#src/api/contract/orders.ts';
import { readLedger } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, order } from './kit/gmo.ts';
import { recut, resultBody } from './kit/recut.ts';
import { startWholeShop } from './kit/shop.ts';
import { startRedirect, type Wallet } from './kit/softbank.ts';

/** A buyer who only sees the signed form in the browser tries to forge a payment result from it. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));

const post = async (body: string): Promise<number> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await fetch(`${shop.url}/api/v1/webhooks/softbank`, { method: 'POST', body, headers });
  await reply.body?.cancel();
  return reply.status;
};

/** Each attempt to pay produces another form; a security review needed 66 of them for a forgery. */
const forms = 200;

describe.each<Wallet>(['softbank_paypay', 'softbank_alipay'])('a form of %s', (wallet) => {
  it.each([['OK', 'PY'], ['NG'], ['CN']])('cannot be recombined into a result (%s)', async (...results) => {
    const of = await order(shop);
    let forged = 0;
    for (let made = 0; made < forms && forged === 0; made += 1) {
      const { fields } = await startRedirect(shop, of, wallet);
      for (const outcome of results) {
        const result = recut(fields, outcome);
        if (result) forged += 1;
        const { state } = await attemptOf(shop, of);
        if (result) expect(await post(resultBody(result, fields.sps_hashcode ?? ''))).toBe(400);
        expect((await attemptOf(shop, of)).state).toBe(state);
      }
    }
    expect(await shop.call(getOrder, { params: { token: of.token } })).toMatchObject({ completion: null });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 0 });
    expect(forged).toBe(0);
  });
});
