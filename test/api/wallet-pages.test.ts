import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, newKey, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { allNotified } from './kit/every-method.ts';
import { forFile } from './kit/for-file.ts';
import {
  answer,
  becameOf,
  browse,
  due,
  none,
  once,
  order,
  payByCard,
  payByWallet,
  readOrder,
  startRedirect,
} from './kit/gmo.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { settleLate as settleStripe } from './kit/stripe.ts';

/** A wallet's page that is left, replaced or refused. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('a page of a wallet', () => {
  it('left with Back is returned again by the same key, and the order is open again', async () => {
    const of = await order(shop);
    const key = newKey();
    const first = await startRedirect(shop, of, 'gmo_paypay', key);
    expect(await startRedirect(shop, of, 'gmo_paypay', key)).toEqual(first);
    await due(shop, of);
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
    expect(await payByCard(shop, of)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('of Alipay is closed by the next attempt', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(shop, of, 'alipay');
    const { location } = await answer(shop, redirect, 'never');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(await payByCard(shop, of)).toMatchObject({ status: 'paid' });
    expect((await browse(redirect.url)).location).toContain('redirect_status=failed');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('of Alipay whose payment fails after it was pending leaves the order open', async () => {
    const of = await order(shop);
    const { location } = await answer(shop, await startRedirect(shop, of, 'alipay'), 'late');
    await settleStripe(shop, of, 'failed');
    await allNotified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it('that the provider refuses or never returned lets the visitor choose again, without the reason of a card', async () => {
    const of = await order(shop);
    await setFault(shop, { route: 'payment_intents.create', fault: 'decline', code: 'expired_card' });
    expect(problemOf(await payByWallet(shop, of, 'alipay'))).toMatchObject({ reason: 'try_later' });
    const key = newKey();
    await setFault(shop, { route: 'gmo.ExecTranPaypay', fault: 'drop_after' });
    expect(replyOf(await payByWallet(shop, of, 'gmo_paypay', { key }))).toMatchObject({ status: 'checking' });
    expect(problemOf(await payByWallet(shop, of, 'gmo_paypay', { key }))).toMatchObject({ reason: 'try_later' });
    expect(await payByCard(shop, of)).toMatchObject({ status: 'paid' });
  });

  it.each([
    ['success_url', 'checking', { status: 'checking' }],
    ['error_url', 'failure', { status: 'declined', reason: 'try_later' }],
  ])('returns by its %s without a payment: %s', async (field, page, result) => {
    const of = await order(shop);
    const { fields } = await startRedirect(shop, of, 'softbank_alipay');
    const { location } = await browse(Object(fields)[field]);
    expect(location).toContain(`/${page}?r=`);
    expect(await becameOf(shop, location)).toMatchObject(result);
    expect((await readOrder(shop, of)).completion).toBeNull();
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });
});
