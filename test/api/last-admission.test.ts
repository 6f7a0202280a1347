import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, venueDay } from '#src/domain/dates.ts';
import {
  answerChallenge,
  challenge,
  choiceOf,
  confirm,
  hold,
  pay,
  readLedger,
  ready,
  replyOf,
  timed,
  tomorrow,
} from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { changeRows } from './kit/rows.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { changeSlot, passMinutes, seatsOf } from './kit/time.ts';

/** No money for a visit that nobody is let in to any more (docs/product.md#last-admission). */
const shop = await forFile(startShop());

const minutesAway = (minutes: number) => sql<Date>`now() + make_interval(secs => ${minutes * 60})`;

/** A slot that ends in so many minutes, and is on sale beyond its end. */
const slotUntil = async (minutes: number, length = 30): Promise<string> => {
  const id = await newSlot(shop);
  await changeSlot(shop, id, {
    day: sql<string>`((${minutesAway(minutes - length)}) at time zone 'Asia/Tokyo')::date`,
    reservation_from: minutesAway(minutes - length),
    reservation_to: minutesAway(minutes),
    sale_to: minutesAway(24 * 60),
  });
  return id;
};

/** Time passes for a slot and for the order that holds it. */
const pass = async (minutes: number, slot: string, token: string) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  const moved = {
    reservation_from: sql<Date>`reservation_from - ${shift}`,
    reservation_to: sql<Date>`reservation_to - ${shift}`,
  };
  await changeSlot(shop, slot, moved);
  await passMinutes(shop, token, minutes);
};
const statusOf = async (token: string) => (await shop.call('getOrder', { params: { token } })).status;

beforeAll(() =>
  changeRows(shop, 'time_spans', { site: 'borderless', product_uuid: timed }, { withdrawn_at: new Date(0) }),
);

describe('a time whose last admission has passed', () => {
  it('is neither the earliest nor held; the next one is', async () => {
    const ending = await slotUntil(0.65);
    const coming = await slotUntil(31);
    const period = { from: addDays(venueDay(Date.now()), -1), to: tomorrow };
    const found = await shop.call('searchProducts', { query: { ...period, lang: 'ja', product_uuid: timed } });
    expect(found.next?.id).toBe(coming);
    const refused = await shop.send('createOrder', { body: choiceOf(ending, 1) });
    expect(problemOf(refused)).toMatchObject({ code: 'ticket_not_on_sale', fields: ['time_span_id'] });
  });
});

describe('a hold', () => {
  it('ends with the last admission, and is not extended beyond it', async () => {
    const slot = await slotUntil(25);
    const { token, order } = await hold(shop, slot);
    expect(order.seconds_left).toBeLessThanOrEqual(600);
    expect(order.seconds_left).toBeGreaterThan(500);
    const refused = await shop.send('extendOrder', { params: { token } });
    expect(problemOf(refused).code).toBe('extension_limit');
    await pass(11, slot, token);
    const over = await shop.send('extendOrder', { params: { token } });
    expect(problemOf(over).code).toBe('session_timeout');
  });
});

describe('a payment', () => {
  it('that is begun after the last admission is refused and charges nothing', async () => {
    const slot = await slotUntil(25);
    const order = await ready(shop, slot);
    await pass(11, slot, order.token);
    /* As a process of an earlier release held it. */
    await changeRows(shop, 'orders', { time_span_id: slot }, { hold_until: minutesAway(9) });
    expect(problemOf(await pay(shop, order)).code).toBe('session_timeout');
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
  });

  it.each([
    [4, 'paid', 0],
    [6, 'refunded', 1],
  ])('that was begun before and is confirmed %i minutes after it is %s', async (late, status, refunds) => {
    const slot = await slotUntil(16);
    const order = await ready(shop, slot);
    const { payment_intent_id, client_secret } = await challenge(shop, order);
    await pass(1 + late, slot, order.token);
    await answerChallenge(shop, payment_intent_id, client_secret, 'complete');
    const answer = await confirm(shop, payment_intent_id);
    expect(await statusOf(order.token)).toBe(status);
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, refunded: refunds * order.price });
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 1 - refunds });
    if (refunds === 0) expect(replyOf(answer).status).toBe('paid');
    else expect(problemOf(answer).code).toBe('payment_refunded');
  });
});
