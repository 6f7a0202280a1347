import { describe, expect, it } from 'vitest';
import { type Bounds, bounds as usual } from '#server/admission-queue/admission-queue.ts';
import { cardToken, choiceOf, freeSlots, pay, ready, replyOf } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';

/**
 * Ten times the capacity of one process (docs/architecture.md#bar-spike): payments proceed, other requests are rejected
 * immediately.
 */
const bounds: Bounds = {
  ...usual,
  atOnce: 8,
  perClient: 8,
  waiting: { ...usual.waiting, catalogue: 32, order: 8 },
  maxEstimatedWait: 1_000,
  sample: 8,
};
const shop = await forFile(startShop({ bounds, timeout: 30_000 }));

const buyers = 10;
/** Ten clients for each place. They are finite because client, server and provider share this process. */
const crowd = 10 * bounds.atOnce;
const visits = 12;

describe('at ten times the capacity', () => {
  it('started purchases are paid, a ticket opens, and others get a place in the queue, or 503 with Retry-After, at once', async () => {
    const slots = (await freeSlots(shop, 12)).map(({ id }) => id);
    const slotOf = (index: number) => slots[index % slots.length] ?? '';
    const holder = await buyTicket(shop, slotOf(0));
    const orders = await Promise.all(
      Array.from({ length: buyers }, async (_, index) => ({
        ...(await ready(shop, slotOf(index))),
        card: await cardToken(shop),
      })),
    );

    let isOver = false;
    const refused: number[] = [];
    const waits: number[] = [];
    const statuses = new Map<string, number>();
    const flood = async (index: number) => {
      for (let visit = 0; visit < visits && !isOver; visit += 1) {
        const start = performance.now();
        const answer =
          index % 4 === 0
            ? await shop.send('getProducts', { query: { lang: 'ja' } })
            : await shop.send('createOrder', { body: choiceOf(slotOf(index), 1) });
        const code = answer.status === 200 ? 'done' : problemOf(answer).code;
        statuses.set(code, (statuses.get(code) ?? 0) + 1);
        if (answer.status !== 503) continue;
        refused.push(performance.now() - start);
        waits.push(Number(answer.headers.get('retry-after')));
      }
    };
    const floods = Promise.all(Array.from({ length: crowd }, (_, index) => flood(index)));
    const times: number[] = [];
    const paid = await Promise.all(
      orders.map(async ({ card, ...order }) => {
        const start = performance.now();
        const answer = await pay(shop, order, { token: card });
        times.push(performance.now() - start);
        return answer;
      }),
    );
    const ticket = await shop.send('getTicket', { params: holder.params });
    isOver = true;
    await floods;

    expect(paid.map((answer) => replyOf(answer).status)).toEqual(Array(buyers).fill('paid'));
    expect(ticket.status).toBe(200);
    expect(refused.length).toBeGreaterThan(crowd / 4);
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 10)).toBe(true);
    const known = ['done', 'connection_error', 'seat_reserve_error', 'queue_required'];
    expect([...statuses.keys()].filter((code) => !known.includes(code))).toEqual([]);
    const median = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
    console.log(
      `overload: ${buyers} of ${buyers} paid, p50 ${median(times)} ms, longest ${Math.round(Math.max(...times))} ms; ` +
        `refused ${refused.length}, p50 ${median(refused)} ms; ${JSON.stringify(Object.fromEntries(statuses))}`,
    );
  });

  it('no server error occurred, and afterwards the state is as before', async () => {
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await shop.send('getProducts', { query: { lang: 'ja' } })).status).toBe(200);
    expect(shop.deps.admissionQueue.count('order')).toMatchObject({ running: 0, waiting: 0 });
  });
});
