import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import {
  answerCheck,
  attemptOf,
  becameOf,
  browse,
  due,
  none,
  notices,
  once,
  order,
  payCard,
  redirectIn,
} from './kit/gmo.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('a card by GMO', () => {
  it.each([
    [{ number: '4999000000000002' }, 'funds_or_limit'],
    [{ name: 'LIMIT' }, 'funds_or_limit'],
    [{ name: 'CVCERR' }, 'wrong_input'],
    [{ name: 'EXPIRED' }, 'wrong_input'],
    [{ number: '4000000000000077' }, 'wrong_input'],
  ])('that is declined (%o) returns the reason, and another card pays', async (card, reason) => {
    const of = await order(shop);
    expect(problemOf(await payCard(shop, of, card))).toMatchObject({ code: 'payment_api_failure', reason });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('neither returns nor logs its shop password', async () => {
    const of = await order(shop);
    const answer = await payCard(shop, of, { name: 'TDS' });
    const { data } = await attemptOf(shop, of);
    expect(data?.access_pass).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.text).not.toContain(data?.access_pass);
    expect(JSON.stringify(shop.logged)).not.toContain(data?.access_pass);
  });
});

describe('the identity check', () => {
  const begun = async () => {
    const of = await order(shop);
    const { url, method } = redirectIn(await payCard(shop, of, { name: 'TDS' }));
    expect(method).toBe('GET');
    return { ...of, url };
  };

  it('passed without a challenge pays, in a browser without state', async () => {
    const of = await begun();
    const { status, location } = await browse(await answerCheck(shop, of.url, 'Y'));
    expect(status).toBe(303);
    expect(location).toContain('#/payment-callback/gmo/success?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it.each([
    ['Y', 'success', 'paid'],
    ['N', 'failure', 'declined'],
  ])('on the bank’s page (%s) ends in %s', async (letter, result, status) => {
    const of = await begun();
    const next = await browse(await answerCheck(shop, of.url, 'C'));
    expect(next.status).toBe(303);
    const { location } = await browse(await answerCheck(shop, next.location, letter));
    expect(location).toContain(`/payment-callback/gmo/${result}?`);
    expect(await becameOf(shop, location)).toMatchObject({ status });
    expect(await readLedger(shop, of.token)).toMatchObject(result === 'success' ? once : none);
  });

  it.each(['N', 'U'])('failed (%s) charges nothing and returns the reason', async (letter) => {
    const of = await begun();
    const { location } = await browse(await answerCheck(shop, of.url, letter));
    const reply = await becameOf(shop, location);
    expect(reply).toMatchObject({ status: 'declined', reason: 'authentication' });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 0 });
  });

  it('returned twice, sequentially and concurrently, charges once', async () => {
    const of = await begun();
    const back = await answerCheck(shop, of.url, 'Y');
    const both = await Promise.all([browse(back), browse(back)]);
    const third = await browse(back);
    expect(third.location).toContain('/success?');
    for (const { status } of both) expect(status).toBe(303);
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('completed while the last call’s response is lost is paid once, by the next query', async () => {
    const of = await begun();
    await notices(shop, 'lost');
    await setFault(shop, { route: 'gmo.SecureTran2', fault: 'drop_before' });
    const { location } = await browse(await answerCheck(shop, of.url, 'Y'));
    expect(location).toContain('/checking?');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('abandoned for another card charges only that card', async () => {
    const of = await begun();
    const back = await answerCheck(shop, of.url, 'Y');
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await browse(back);
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });
});

describe('lost responses', () => {
  it('without further requests the sweeper ends the payment without a charge', async () => {
    const of = await order(shop);
    await setFault(shop, { route: 'gmo.ExecTran', fault: 'drop_before' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    await due(shop, of, '6 minutes');
    await shop.sweep();
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'cancelled' });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
  });
});
