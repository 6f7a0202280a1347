import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { customer, ready, slotAt, timed } from '#test/api/kit/buyer.ts';
import { type Shop, startShop } from '#test/api/kit/shop.ts';
import { completion } from '#test/paths/answers.ts';
import { sites } from '#test/paths/plan-rows.ts';
import { createMoments, type Moment } from '#test/paths/properties/moment.ts';
import { seenIn } from '#test/paths/properties/seen.ts';
import type { PageNow, PageRule } from './kit/chart-walks/page-rules.ts';
import { serverRules } from './kit/chart-walks/server-rules.ts';
import { storageRules } from './kit/chart-walks/storage-rules.ts';

/** Each rule of a browser's storage and of the server's books notices an observation that breaks it. */

const { machine, simulated } = simulateActors(machines.app);
const app = createActor(machine, { input: { site: sites[0], lang: 'ja' } }).start();
const seen = seenIn(app, simulated);
const quiet = createMoments(seen)({ actor: ['app'], event: { type: 'nothing' } }, seen);
const key = `ticket-store:${sites[0].code}`;
const stored = { snapshot: app.getPersistedSnapshot() };

let shop: Shop;
let order: { readonly token: string; readonly price: number; readonly span: string };
beforeAll(async () => {
  shop = await startShop();
  const { id } = await slotAt(shop, 1);
  const { token, price } = await ready(shop, id, 2);
  order = { token, price, span: id };
});
afterAll(() => shop.close());

const page = (changed: Partial<PageNow> = {}): PageNow => ({
  session: { [key]: JSON.stringify(stored) },
  local: {},
  requests: { wasSent: () => true, takeFaults: () => [] },
  shop,
  ...changed,
});

/** The rules that apply to a moment and that it breaks. */
const brokenBy = async (rules: readonly PageRule[], moment: Moment, now: PageNow): Promise<string[]> => {
  const all = await Promise.all(
    rules
      .filter(({ when }) => when(moment))
      .map(async ({ sentence, must }) => {
        try {
          await must(moment, now);
          return [];
        } catch {
          return [sentence];
        }
      }),
  );
  return all.flat();
};

const withPurchase = (context: object): Moment => {
  const { purchase } = seen;
  return purchase
    ? { ...quiet, now: { ...seen, purchase: { ...purchase, context: { ...purchase.context, ...context } } } }
    : quiet;
};

describe('the rules of storage', () => {
  it('hold of a page that stores what it shows', async () => {
    expect(await brokenBy(storageRules, quiet, page())).toEqual([]);
  });

  const bought: Moment = { ...withPurchase({ completion }), books: { ...quiet.books, customer } };
  const withPage = { snapshot: { ...stored.snapshot, children: { ticket: {} } } };
  it.each<[sentence: string, moment: Moment, changed: Partial<PageNow>]>([
    ['all keys begin with ticket-store:', quiet, { local: { cart: '1' } }],
    [
      'the order token is stored by itself as long as its order is open',
      quiet,
      { session: { ...page().session, [`${key}:order`]: JSON.stringify({ token: 'order-1' }) } },
    ],
    ['every state is stored in the tab at once', quiet, { session: {} }],
    [
      'of a card its brand and last four digits are stored, nothing else',
      quiet,
      { local: { [`${key}:told`]: '4242424242424242' } },
    ],
    [
      'a completed purchase leaves no personal data in the browser',
      bought,
      { local: { [`${key}:told`]: customer.email } },
    ],
    ['ticket, receipt and share pages are not stored', quiet, { session: { [key]: JSON.stringify(withPage) } }],
  ])('notice: not “%s”', async (sentence, moment, changed) => {
    expect(await brokenBy(storageRules, moment, page(changed))).toContain(sentence);
  });

  it('are all seen broken here', () => expect(storageRules).toHaveLength(6));
});

describe('the rules of the server’s books', () => {
  type Answer = NonNullable<Moment['answer']>;
  const answered = (call: string, more: Partial<Answer>): Moment => ({
    ...quiet,
    answer: { call, path: `app/purchase/${call}`, input: {}, output: {}, failure: null, ...more },
  });
  const placed = (price: number): Moment => {
    const choice = { timespan: { id: order.span }, product: { uuid: timed }, lines: [{ count: 2 }] };
    return answered('placeOrder', {
      input: { choice, replaces: null, key: 'a' },
      output: { token: order.token, order: { price } },
    });
  };
  const ofOrder = (moment: Moment, email = customer.email): Moment => {
    const books = { ...quiet.books, customer: { email } };
    return moment.answer ? { ...moment, books, answer: { ...moment.answer, output: { token: order.token } } } : moment;
  };
  const declined = (): Moment =>
    ofOrder(answered('postCheckout', { failure: { code: 'payment_api_failure', unknown: false } }));

  it('hold of an order as it was made', async () => {
    const moments = [placed(order.price), ofOrder(answered('putCustomer', {})), declined()];
    for (const moment of moments) expect(await brokenBy(serverRules, moment, page())).toEqual([]);
  });

  it.each<[sentence: string, moment: () => Moment, changed?: Partial<PageNow>]>([
    [
      'a write that was answered was sent with the key that its chart had drawn',
      () => placed(order.price),
      { requests: { wasSent: () => false, takeFaults: () => [] } },
    ],
    ['a key names one request', () => quiet, { requests: { wasSent: () => true, takeFaults: () => ['one key'] } }],
    [
      'the server has the order that the visitor chose, and the order that it replaces is over',
      () => placed(order.price + 1),
    ],
    [
      'the server has the details as they were typed',
      () => ofOrder(answered('putCustomer', {}), 'other@visitor.example'),
    ],
    [
      'the completion page is shown for an order that is paid, once, and has a ticket',
      () => {
        const { now, books } = withPurchase({ completion });
        const complete = ofOrder(answered('readOrder', {}));
        return { ...complete, books, now: { ...now, screen: 'complete' } };
      },
    ],
  ])('notice: not “%s”', async (sentence, moment, changed) => {
    expect(await brokenBy(serverRules, moment(), page(changed))).toContain(sentence);
  });

  it('notice an order that is still open after it was cancelled', async () => {
    const old = { ...quiet.books, placed: { token: order.token, order: (await ready(shop, order.span)).order, at: 0 } };
    expect(await brokenBy(serverRules, { ...answered('cancelOrder', {}), old }, page())).toHaveLength(1);
  });

  it('notice a declined payment that left its order paid', async () => {
    await shop.db.updateTable('orders').set({ status: 'paid' }).where('status', '=', 'open').execute();
    expect(await brokenBy(serverRules, declined(), page())).toHaveLength(1);
  });

  it('are all seen broken here', () => expect(serverRules).toHaveLength(7));
});
