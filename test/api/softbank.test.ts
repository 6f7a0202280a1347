import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, newKey, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, due, none, once, order, readOrder } from './kit/gmo.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { makeToken, payCard, softbankToken } from './kit/softbank.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('a card by SB Payment Service', () => {
  it('is authorised, committed once, and issues the ticket', async () => {
    const of = await order(shop);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toEqual(expect.objectContaining({ ...once, captured: of.price }));
    const { id, data, provider_id, token } = await attemptOf(shop, of);
    expect(id.length).toBeLessThanOrEqual(38);
    expect(data?.tracking).toMatch(/^\d{14}$/);
    expect({ provider_id, token }).toEqual({ provider_id: data?.tracking, token: null });
  });

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

  it('repeated with the same key, sequentially and concurrently, is charged once', async () => {
    const of = await order(shop);
    const more = { key: newKey(), token: await softbankToken(shop) };
    await Promise.all([1, 2, 3].map(() => payCard(shop, of, undefined, more)));
    expect(replyOf(await payCard(shop, of, undefined, more))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
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
  it.each(['drop_after', 'drop_before', 'error500_after'])(
    'authorisation (%s): nothing is charged, the next try is charged once',
    async (fault) => {
      const of = await order(shop);
      await setFault(shop, { route: 'softbank.authorise', fault });
      expect(problemOf(await payCard(shop, of))).toMatchObject({ reason: 'try_later' });
      expect(await readLedger(shop, of.token)).toMatchObject(none);
      expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
      expect(await readLedger(shop, of.token)).toMatchObject(once);
    },
  );

  it.each(['drop_after', 'drop_before', 'error500_after', 'hang_after'])(
    'commit (%s): looked up, charged once',
    async (fault) => {
      const of = await order(shop);
      await setFault(
        shop,
        { route: 'softbank.commit', fault },
        { route: 'softbank.lookup', fault: 'unavailable', times: 1 },
      );
      const key = newKey();
      const reply = replyOf(await payCard(shop, of, undefined, { key }));
      expect(reply).toMatchObject({ status: 'checking' });
      expect((await readOrder(shop, of)).status).toBe('checking');
      await clearFaults(shop);
      await due(shop, of);
      expect(await readOrder(shop, of)).toMatchObject({ status: 'paid' });
      expect(await readLedger(shop, of.token)).toMatchObject(once);
    },
  );

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
