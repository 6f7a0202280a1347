import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { orderIdOf as gmoOrderId } from '#server/payments/providers/gmo/order.ts';
import { allowLookUp, changeRows, rowsOf, secondsOf } from './kit/arrange.ts';
import { clearFaults, countCalls, newKey, setFault } from './kit/buyer.ts';
import { answerCheck, gmoToken } from './kit/gmo.ts';
import { attemptOf, challenge, confirm, newOrder, type Order, pay } from './kit/pay.ts';
import { answerPage, becameOf, browse, payByWallet, redirectIn, startRedirect } from './kit/redirect.ts';
import { asBrowser, newBrowser, returnAddressOf, returnToShop } from './kit/returns.ts';
import { forFile, type Shop, startWholeShop } from './kit/shop.ts';
import { noNotices, notify } from './kit/stripe.ts';
import { openTwin } from './kit/twin-site.ts';

/** How often a provider is asked about one payment (docs/payments.md#look-ups), by two servers on one database. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const twin = await forFile(openTwin(shop));
const { faults } = shop.sandbox.sandbox;
afterEach(() => clearFaults(shop));

/** A way to have a provider asked about one order again and again; `route` is the provider's call. */
type Way = { route: string; fault?: string; ask: (at: Shop) => Promise<unknown> };
/** The same address at another server. */
const addressAt = ({ url }: Shop, address: string): string => address.replace(new URL(address).origin, url);

/** A GMO card payment with a pending identity check, and the address by which the bank's page sends the browser back. */
const gmoCheck = async () => {
  const order = await newOrder(shop);
  const { url } = redirectIn(await pay(shop, order, { method: 'gmo', token: await gmoToken(shop, { name: 'TDS' }) }));
  return { order, address: await answerCheck(shop, url, 'N') };
};

/** The status of the answer to an unsigned notice. */
const gmoNotice = async (server: Shop, fields: Record<string, string>) =>
  (await browse(`${server.url}/api/v1/webhooks/gmo`, fields)).status;

/** Unsigned notices, in turn about each of four payments of one order. */
const unsigned = async (): Promise<Way> => {
  const payments = 4;
  const order = await newOrder(shop);
  const names: string[] = [];
  for (let count = 0; count < payments; count += 1) {
    await startRedirect(shop, order, 'gmo_paypay');
    names.push(gmoOrderId(await attemptOf(shop, order)));
    await allowLookUp(shop);
  }
  const fields = { ShopID: 'tshop00000001', Status: 'CAPTURE' };
  let count = 0;
  const next = () => names[count++ % payments] ?? '';
  const ask = (server: Shop) => gmoNotice(server, { ...fields, OrderID: next(), TranID: newKey() });
  return { route: 'gmo.SearchTradeMulti', ask };
};

const ways: Record<string, () => Promise<Way>> = {
  'returns from PayPay': async () => {
    const order = await newOrder(shop);
    await startRedirect(shop, order, 'softbank_paypay');
    const address = await returnAddressOf(shop, order);
    return { route: 'softbank.lookup', ask: (server) => browse(addressAt(server, address)) };
  },
  'returns from a bank': async () => {
    const { order } = await gmoCheck();
    const { data } = await attemptOf(shop, order);
    const address = `${await returnAddressOf(shop, order)}&event=none&MD=${data?.access_id}`;
    return { route: 'gmo.SearchTrade', ask: (server) => browse(addressAt(server, address), { param: 'x' }) };
  },
  'openings of a return': async () => {
    const order = await newOrder(shop);
    await startRedirect(shop, order, 'softbank_paypay');
    const r = await returnToShop(await returnAddressOf(shop, order));
    const ask = (server: Shop) => server.send('getReturn', { params: { r }, headers: asBrowser(newBrowser()) });
    return { route: 'softbank.lookup', ask };
  },
  'repeated checkouts': async () => {
    const [order, key] = [await newOrder(shop), newKey()];
    await startRedirect(shop, order, 'softbank_paypay', key);
    return { route: 'softbank.lookup', ask: (server) => payByWallet(server, order, 'softbank_paypay', { key }) };
  },
  confirmations: async () => {
    const { payment_intent_id } = await challenge(shop, await newOrder(shop));
    return { route: 'payment_intents.retrieve', ask: (server) => confirm(server, payment_intent_id) };
  },
  cancellations: async () => {
    const order = await newOrder(shop);
    await startRedirect(shop, order, 'gmo_paypay');
    const ask = (server: Shop) => server.send('deleteOrder', { params: { token: order.token }, key: newKey() });
    return { route: 'gmo.SearchTradeMulti', fault: 'unavailable', ask };
  },
  'payments by another method': async () => {
    const order = await newOrder(shop);
    await startRedirect(shop, order, 'gmo_paypay');
    const ask = (server: Shop) => payByWallet(server, order, 'softbank_paypay');
    return { route: 'gmo.SearchTradeMulti', fault: 'unavailable', ask };
  },
  'payments of one order, each with another key': async () => {
    const order = await newOrder(shop);
    return { route: 'payment_intents.cancel', ask: (server) => payByWallet(server, order, 'alipay') };
  },
  'unsigned notices about payments of one order': unsigned,
  'signed notices': async () => {
    const { payment_intent_id: id } = await challenge(shop, await newOrder(shop));
    const object = { id, object: 'payment_intent', metadata: {} };
    const ask = (server: Shop) => notify(server, { id: newKey(), type: 'payment_intent.created', data: { object } });
    return { route: 'payment_intents.retrieve', ask };
  },
};

describe('the payments of an order are looked up once in two seconds, and twice more in advance', () => {
  it.each(Object.keys(ways))('by %s', async (name) => {
    await setFault(shop, noNotices);
    const { route, fault, ask } = await (ways[name] as () => Promise<Way>)();
    const count = await countCalls(shop, route, fault);
    const began = await secondsOf(shop);
    for (let round = 0; round < 2; round += 1)
      await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index % 2 === 0 ? shop : twin)));
    const max = 3 + ((await secondsOf(shop)) - began) / 2;
    expect(count()).toBeLessThanOrEqual(max);
    expect(count()).toBeGreaterThan(0);
    expect((await rowsOf(shop, 'webhook_events', {})).length).toBe(0);
  });
});

it('a notice of an unknown order, of another shop, or of another provider costs no call and no row', async () => {
  await setFault(shop, noNotices);
  const order = await newOrder(shop);
  await startRedirect(shop, order, 'gmo_paypay');
  const OrderID = gmoOrderId(await attemptOf(shop, order));
  const [count, before] = [await countCalls(shop, '*'), await rowsOf(shop, 'webhook_events', {})];
  for (const fields of [
    { ShopID: 'tshop00000001', OrderID: '0'.repeat(25) },
    { ShopID: 'tshop00000001', OrderID: gmoOrderId({ id: newKey() }) },
    { ShopID: 'tshop00000009', OrderID },
  ])
    await gmoNotice(shop, fields);
  expect(count()).toBe(0);
  expect((await rowsOf(shop, 'webhook_events', {})).length).toBe(before.length);
});

/** Keeps used look-ups from being granted again while a test runs: those of polls, or also those of returns and notices. */
const stopTime = async (order: Order, isForAll: boolean) => {
  const hour = sql`now() + interval '1 hour'`;
  const { id } = await attemptOf(shop, order);
  await changeRows(shop, 'payments', { id }, { looked_up_at: hour, ...(isForAll && { looks_until: hour }) });
};

/** An order whose visitor is on a wallet's page, and has come back unpaid `returns` times. */
const onPage = async (wallet: string, returns: number) => {
  await setFault(shop, noNotices);
  const order = await newOrder(shop);
  const redirect = await startRedirect(shop, order, wallet);
  const address = await returnAddressOf(shop, order);
  for (let count = 0; count < returns; count += 1) await browse(address);
  const comeBack = async (server: Shop, button: string) => {
    const { url, fields } = await answerPage(shop, redirect, button);
    return (await browse(addressAt(server, url), fields)).location;
  };
  return { order, address, comeBack };
};

describe('a return or a notice that comes soon after a look-up', () => {
  it('is looked up at once, on another server, too', async () => {
    const { order, comeBack } = await onPage('softbank_paypay', 1);
    await stopTime(order, false);
    expect(await comeBack(twin, 'success')).toContain('/success?r=');
  });

  it('is looked up when the page asks again, after three look-ups in two seconds', async () => {
    const { order, comeBack } = await onPage('softbank_paypay', 3);
    await stopTime(order, true);
    const location = await comeBack(twin, 'success');
    expect(location).toContain('/checking?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    await allowLookUp(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
  });

  it('is looked up by the sweep if no page asks again, until the provider answers', async () => {
    const { order, comeBack } = await onPage('gmo_paypay', 3);
    await stopTime(order, true);
    await comeBack(twin, 'success');
    const OrderID = gmoOrderId(await attemptOf(shop, order));
    expect(await gmoNotice(shop, { ShopID: 'tshop00000001', OrderID })).toBe(200);
    await setFault(shop, { route: 'gmo.SearchTradeMulti', fault: 'unavailable', times: 100 });
    await allowLookUp(shop);
    await twin.sweep();
    expect((await attemptOf(shop, order)).state).toBe('requires_action');
    await clearFaults(shop);
    await allowLookUp(shop);
    await twin.sweep();
    expect((await attemptOf(shop, order)).state).toBe('paid');
  });

  it('is looked up by the way the browser came back, although another one asks', async () => {
    const { order, comeBack } = await onPage('softbank_alipay', 3);
    await stopTime(order, true);
    const location = await comeBack(twin, 'never');
    await allowLookUp(shop);
    await shop.sweep();
    await allowLookUp(shop);
    expect(await becameOf(twin, location)).toMatchObject({ status: 'checking' });
  });
});

describe('a look-up that the provider does not answer', () => {
  /** A visitor who came back without having paid, and whose page asks by `location`; the first server waits for the provider. */
  const hanging = async () => {
    const { order, address, comeBack } = await onPage('softbank_paypay', 0);
    const { location } = await browse(address);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    await allowLookUp(shop);
    const held = { route: 'softbank.lookup', fault: 'hold', id: newKey() };
    await setFault(shop, held);
    const hung = browse(address);
    await faults.whenHeld(held.id);
    return { order, location, comeBack, held, hung };
  };

  it('delays no return; a poll of another server says that it runs', async () => {
    const { order, location, comeBack, held, hung } = await hanging();
    await stopTime(order, false);
    expect(await becameOf(twin, location)).toMatchObject({ status: 'checking' });
    expect(await comeBack(shop, 'success')).toContain('/success?r=');
    expect(faults.list().held).toEqual([held.id]);
    faults.release(held.id);
    expect((await hung).location).toContain('/success?r=');
  });

  it('delays a poll by two seconds, also when its server has died', async () => {
    const { location, comeBack, held, hung } = await hanging();
    await allowLookUp(shop);
    expect(await becameOf(twin, location)).toMatchObject({ status: 'open' });
    expect(await comeBack(twin, 'success')).toContain('/success?r=');
    expect(await becameOf(twin, location)).toMatchObject({ status: 'paid' });
    expect(faults.list().held).toEqual([held.id]);
    faults.release(held.id);
    await hung;
  });
});
