import * as v from 'valibot';
import { hashOf } from '#server/domain/tokens.ts';
import { putOrder } from '#src/api/contract/customers.ts';
import { deleteOrder, extendOrder } from '#src/api/contract/holds.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { changeDate, splitTicket } from '#src/api/contract/tickets.ts';
import type { Completion } from '#src/domain/completion.ts';
import { answerChallenge, cardToken, choiceOf, confirm, customer, newKey, pay, replyOf } from '#test/api/kit/buyer.ts';
import { sendCoupon } from '#test/api/kit/extras.ts';
import { adults } from '#test/api/kit/holder.ts';
import { type Answer, problemOf } from '#test/api/kit/shop.ts';
import { passMinutes } from '#test/api/kit/time.ts';
import type { Chance } from './chance.ts';
import { setProducts, type World } from './world.ts';

const challenged = '4000002760003184';
const refusedCard = '4000000000000002';

type Held = { token: string; price: number; quantity: number };

/** Tries at most three times, for fewer people each time, as a visitor would. Null if nothing was available. */
const take = async (world: World, chance: Chance, more: { replaces?: string } = {}): Promise<Held | null> => {
  let quantity = 1 + chance.below(6);
  for (let tries = 0; tries < 3 && quantity > 0; tries += 1) {
    const sets = chance.happens(0.3) ? [{ id: chance.of(setProducts), count: 1 + chance.below(2) }] : [];
    const body = { ...choiceOf(chance.of(world.spans), quantity), set_products: sets, ...more };
    const answer = await world.send(createOrder, { body, key: newKey() });
    if (answer.status === 200) {
      const { order_token: token, order } = v.parse(createOrder.reply, JSON.parse(answer.text));
      return { token, price: order.price, quantity };
    }
    const { code } = problemOf(answer);
    if (code !== 'seat_reserve_error') return null;
    quantity -= 1 + chance.below(2);
  }
  return null;
};

/** Checkout may be rejected for good reasons: an expired hold, a coupon that expired with it, an order that has ended. */
const completionIn = (world: World, held: Held, answer: Answer): Completion | null => {
  if (answer.status !== 200) return null;
  const reply = replyOf(answer);
  if (reply.status !== 'paid') return null;
  world.acknowledged.set(held.token, held.price);
  return reply.completion;
};

const giveCustomer = (world: World, { token }: Held) =>
  world.send(putOrder, {
    params: { token },
    body: { ...customer, email: `${newKey()}@visitor.example` },
    key: newKey(),
  });

/** Pays, sometimes with two concurrent requests. */
const buy = async (world: World, chance: Chance, held: Held, card?: string): Promise<Completion | null> => {
  await giveCustomer(world, held);
  const once = { key: newKey(), token: await cardToken(world.shop, card) };
  const presses = chance.happens(0.2) ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: presses }, () => pay(world.shop, held, once)));
  const [completion] = answers.flatMap((answer) => completionIn(world, held, answer) ?? []);
  return completion ?? null;
};

/** After the purchase: another date, a part split off and moved, a cancellation or refund by the venue. */
const after = async (world: World, chance: Chance, { quantity }: Held, completion: Completion): Promise<string> => {
  const params = { reservation_token: completion.reservation_token };
  const move = (reservation_token: string) =>
    world.send(changeDate, {
      params: { reservation_token },
      body: { time_span_id: chance.of(world.spans) },
      key: newKey(),
    });
  if (chance.happens(0.3)) return `moved ${(await move(params.reservation_token)).status}`;
  if (quantity > 1 && chance.happens(0.3)) {
    const body = { option_values: adults(1 + chance.below(quantity - 1)) };
    const [split] = await Promise.all([
      world.send(splitTicket, { params, body, key: newKey() }),
      ...(chance.happens(0.5) ? [move(params.reservation_token)] : []),
    ]);
    if (split.status !== 200) return `split ${split.status}`;
    const part = v.parse(splitTicket.reply, JSON.parse(split.text));
    return `split, moved ${(await move(part.reservation_token)).status}`;
  }
  const number = completion.reservation_number;
  if (chance.happens(0.1)) return `venue cancels ${await world.ops.code('cancel', { reservation_number: number })}`;
  if (chance.happens(0.1)) return `venue pays back ${await world.ops.code('refund', { reservation_number: number })}`;
  return 'kept';
};

/** We consider the attempt over while the provider does not, which leads to a late payment. */
const forget = async ({ shop }: World, { token }: Held, id: string): Promise<void> => {
  await shop.db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('provider_id', '=', id)
    .where('state', '=', 'requires_action')
    .execute();
  await shop.db
    .updateTable('orders')
    .set({ status: 'open' })
    .where('token_hash', '=', hashOf(token))
    .where('status', '=', 'checking')
    .execute();
};

type Way = (world: World, chance: Chance, held: Held) => Promise<string>;

const bought: Way = async (world, chance, held) => {
  const completion = await buy(world, chance, held);
  return completion ? `paid, ${await after(world, chance, held, completion)}` : 'unpaid';
};

const ways: readonly (readonly [share: number, way: Way])[] = [
  [40, bought],
  [12, async (world, _, { token }) => `cancels ${(await world.send(deleteOrder, { params: { token } })).status}`],
  [
    14,
    async ({ shop }, _, { token }) => {
      await passMinutes(shop, token, 16);
      return 'walks away';
    },
  ],
  [
    8,
    async (world, chance, held) => {
      await passMinutes(world.shop, held.token, 16);
      const { status } = await world.send(extendOrder, { params: { token: held.token }, key: newKey() });
      return status === 200 ? `again, ${await bought(world, chance, held)}` : `not again ${status}`;
    },
  ],
  [
    10,
    async (world, chance, held) => {
      const other = await take(world, chance, { replaces: held.token });
      return other ? `another slot, ${await bought(world, chance, other)}` : 'no other slot';
    },
  ],
  [
    6,
    async (world, chance, held) => {
      await buy(world, chance, held, refusedCard);
      return `refused, ${await bought(world, chance, held)}`;
    },
  ],
  [
    8,
    async (world, chance, held) => {
      await giveCustomer(world, held);
      const answer = await pay(world.shop, held, { card: challenged });
      if (answer.status !== 200) return 'no check';
      const reply = replyOf(answer);
      if (reply.status !== 'requires_action') return 'no check';
      const { payment_intent_id: id, client_secret } = reply;
      if (chance.happens(0.7)) await forget(world, held, id);
      await passMinutes(world.shop, held.token, 40);
      await world.shop.sweep();
      await answerChallenge(world.shop, id, client_secret, 'complete').catch(() => null);
      return `late, ${completionIn(world, held, await confirm(world.shop, id)) ? 'paid' : 'unpaid'}`;
    },
  ],
  [
    4,
    async (world, chance, held) => {
      const [completion] = await Promise.all([
        buy(world, chance, held),
        world.send(deleteOrder, { params: { token: held.token } }),
      ]);
      return `pays and cancels, ${completion ? 'paid' : 'unpaid'}`;
    },
  ],
];

const wayFor = (chance: Chance): Way => {
  let lot = chance.below(ways.reduce((sum, [share]) => sum + share, 0));
  for (const [share, way] of ways) {
    if (lot < share) return way;
    lot -= share;
  }
  return bought;
};

/** One buyer with random behaviour. Adds the outcome and any faults to the world. */
export const oneBuyer = async (world: World, chance: Chance): Promise<void> => {
  const count = (what: string) => world.tally.set(what, (world.tally.get(what) ?? 0) + 1);
  try {
    const held = await take(world, chance);
    if (!held) return void count('refused');
    if (chance.happens(0.25)) {
      const { status, text } = await sendCoupon(world.shop, held.token, chance.of(world.coupons));
      if (status === 200) held.price = JSON.parse(text).price;
    }
    count(await wayFor(chance)(world, chance, held));
  } catch (thrown) {
    world.faults.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  }
};

/** A buyer who only takes seats, for the control run. */
export const oneTaker = async (world: World, chance: Chance): Promise<void> => {
  const body = choiceOf(chance.of(world.spans), 1 + chance.below(6));
  await world.send(createOrder, { body, key: newKey() });
};
