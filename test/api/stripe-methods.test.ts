import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, newKey, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, becameOf, browse, none, once, order, readOrder, redirectIn } from './kit/gmo.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { answerAlipay, clickAlipay, noNotices, notified, payAlipay, payCard, settleLate } from './kit/stripe.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('stripe', () => {
  it.each([
    ['4000000000000002', 'refused'],
    ['4000000000009995', 'funds_or_limit'],
    ['4000000000000127', 'wrong_input'],
    ['4000000000003220', 'authentication'],
    ['4000002760003184', 'authentication'],
  ])('declines %s with "%s", and another card pays', async (card, reason) => {
    const of = await order(shop);
    const refused = problemOf(await payCard(shop, of, { card }));
    expect(refused).toMatchObject({ status: 402, code: 'payment_api_failure', reason });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });
});

const startRedirect = async (of: Awaited<ReturnType<typeof order>>, key = newKey()) =>
  redirectIn(await payAlipay(shop, of, { key }));

describe('alipay', () => {
  it('is paid on its page, and shown to a browser without state', async () => {
    await setFault(shop, noNotices);
    const of = await order(shop);
    const redirect = await startRedirect(of);
    expect(redirect).toMatchObject({ method: 'GET', fields: {} });
    const back = await clickAlipay(shop, redirect, 'success');
    expect(back).toMatch(/\/payment-return\/alipay\?r=[^&]+&payment_intent=pi_\w+&.*redirect_status=succeeded$/);
    const { location } = await browse(back);
    expect(location).toMatch(/#\/payment-callback\/alipay\/success\?r=[^&]+$/);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await readLedger(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it('is paid by a notice that arrives before the browser, or instead of it', async () => {
    const of = await order(shop);
    const back = await clickAlipay(shop, await startRedirect(of), 'success');
    await notified(shop);
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'paid' });
    expect((await browse(back)).location).toContain('/alipay/success?r=');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it.each(['cancel', 'decline'])('(%s) leaves the order open, and a card pays', async (button) => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), button);
    expect(location).toContain('/alipay/failure?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open', order_token: of.token });
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'cancelled' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('abandoned is cancelled by the next attempt, with its page', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(of);
    const location = await answerAlipay(shop, redirect, 'never');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect((await browse(redirect.url)).location).toContain('redirect_status=failed');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('that is pending is awaited, and nothing else is paid in between', async () => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), 'late');
    expect(location).toContain('/alipay/checking?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('that fails after pending leaves the order open', async () => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), 'late');
    await settleLate(shop, of, 'failed');
    await notified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });
});
