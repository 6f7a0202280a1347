import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, due, none, once, order, readOrder } from './kit/gmo.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { makeToken, payCard, softbankToken } from './kit/softbank.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('a card by SB Payment Service', () => {
  it.each([
    ['4000000000000002', 'refused'],
    ['4000000000009995', 'funds_or_limit'],
    ['4000000000000069', 'wrong_input'],
    ['4000000000000127', 'wrong_input'],
    ['4000000000000119', 'try_later'],
  ])('%s is declined as %s, and another card pays', async (card, reason) => {
    const of = await order(shop);
    expect(problemOf(await payCard(shop, of, card))).toMatchObject({ code: 'payment_api_failure', reason });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('whose token was already used is invalid input', async () => {
    const token = await softbankToken(shop);
    expect(replyOf(await payCard(shop, await order(shop), undefined, { token }))).toMatchObject({ status: 'paid' });
    const of = await order(shop);
    expect(problemOf(await payCard(shop, of, undefined, { token }))).toMatchObject({ reason: 'wrong_input' });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it('neither returns nor logs the hash key', async () => {
    const of = await order(shop);
    const answers = [await payCard(shop, of, '4000000000000002'), await payCard(shop, of)].map(({ text }) => text);
    expect(JSON.stringify([answers, shop.logged])).not.toContain('sandbox000');
    expect(JSON.stringify([answers, shop.logged])).not.toContain('5b1f0e6c');
  });

  it.each([
    [{ ccNumber: '' }, '03003'],
    [{ ccNumber: '4242 4242' }, '04003'],
    [{ ccExpiration: '202001' }, '07004'],
    [{ ccExpiration: '203913' }, '07004'],
    [{ securityCode: '' }, '03005'],
    [{ ccNumber: '4242424242424241' }, '07003'],
    [{ ccNumber: '4716337764585009' }, '07003'],
  ])('gets no token for %o: %s', async (card, errorCode) => {
    expect(await makeToken(shop, card)).toEqual({ result: 'NG', errorCode });
  });
});

describe('lost responses of a card payment', () => {
  it('an attempt without a response ends after a while, and not before', async () => {
    const of = await order(shop);
    await setFault(shop, { route: 'softbank.commit', fault: 'drop_before', times: 9 });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    await due(shop, of, '60 seconds');
    await shop.sweep();
    expect((await attemptOf(shop, of)).state).toBe('started');
    await due(shop, of, '60 seconds');
    await shop.sweep();
    expect((await attemptOf(shop, of)).state).toBe('cancelled');
    expect((await readOrder(shop, of)).status).toBe('open');
    await clearFaults(shop);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });
});
