import { hashOf } from 'ticket-store/server/core/crypto.ts';
import type { Completion } from 'ticket-store/src/domain/completion.ts';
import { adults, passMinutes } from 'ticket-store/test/api/kit/arrange.ts';
import { cardToken, choiceOf, customer, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import { sendCoupon } from 'ticket-store/test/api/kit/extras.ts';
import { answerChallenge, confirm, pay, replyOf } from 'ticket-store/test/api/kit/pay.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import { replyIn } from '../crash/client.ts';
import type { Chance } from './chance.ts';
import { type RaceFixture, setProducts } from './fixture.ts';

const challenged = '4000002760003184';
const refusedCard = '4000000000000002';

type Hold = { token: string; price: number; quantity: number };

/** Tries at most three times, for fewer people each time, as a visitor would. Null if nothing was available. */
const take = async (fixture: RaceFixture, chance: Chance, more: { replaces?: string } = {}): Promise<Hold | null> => {
  let quantity = 1 + chance.below(6);
  for (let tries = 0; tries < 3 && quantity > 0; tries += 1) {
    const sets = chance.happens(0.3) ? [{ id: chance.of(setProducts), count: 1 + chance.below(2) }] : [];
    const body = { ...choiceOf(chance.of(fixture.spans), quantity), set_products: sets, ...more };
    const answer = await fixture.send('createOrder', { body });
    if (answer.status === 200) {
      const { order_token: token, order } = replyIn('createOrder', answer);
      return { token, price: order.price, quantity };
    }
    const { code } = problemOf(answer);
    if (code !== 'seat_reserve_error') return null;
    quantity -= 1 + chance.below(2);
  }
  return null;
};

/** Checkout may be rejected for good reasons: an expired hold, a coupon that expired with it, an order that has ended. */
const completionIn = (fixture: RaceFixture, hold: Hold, answer: Answer): Completion | null => {
  if (answer.status !== 200) return null;
  const reply = replyOf(answer);
  if (reply.status !== 'paid') return null;
  fixture.acknowledged.set(hold.token, hold.price);
  return reply.completion;
};

const sendCustomer = (fixture: RaceFixture, { token }: Hold) =>
  fixture.send('putOrder', { params: { token }, body: { ...customer, email: `${newKey()}@visitor.example` } });

/** Pays, sometimes with two concurrent requests. */
const buy = async (fixture: RaceFixture, chance: Chance, hold: Hold, card?: string): Promise<Completion | null> => {
  await sendCustomer(fixture, hold);
  const once = { key: newKey(), token: await cardToken(fixture.shop, card) };
  const requests = chance.happens(0.2) ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: requests }, () => pay(fixture.shop, hold, once)));
  const [completion] = answers.flatMap((answer) => completionIn(fixture, hold, answer) ?? []);
  return completion ?? null;
};

/** After the purchase: another date, a part split off and moved, a cancellation or refund by the venue. */
const after = async (
  fixture: RaceFixture,
  chance: Chance,
  { quantity }: Hold,
  completion: Completion,
): Promise<string> => {
  const params = { reservation_token: completion.reservation_token };
  const move = (reservation_token: string) =>
    fixture.send('changeDate', { params: { reservation_token }, body: { time_span_id: chance.of(fixture.spans) } });
  if (chance.happens(0.3)) return `moved ${(await move(params.reservation_token)).status}`;
  if (quantity > 1 && chance.happens(0.3)) {
    const body = { option_values: adults(1 + chance.below(quantity - 1)) };
    const [split] = await Promise.all([
      fixture.send('splitTicket', { params, body }),
      ...(chance.happens(0.5) ? [move(params.reservation_token)] : []),
    ]);
    if (split.status !== 200) return `split ${split.status}`;
    const part = replyIn('splitTicket', split);
    return `split, moved ${(await move(part.reservation_token)).status}`;
  }
  const number = completion.reservation_number;
  if (chance.happens(0.1)) return `venue cancels ${await fixture.ops.code('cancel', { reservation_number: number })}`;
  if (chance.happens(0.1)) return `venue pays back ${await fixture.ops.code('refund', { reservation_number: number })}`;
  return 'no change';
};

/** We consider the attempt over while the provider does not, which leads to a late payment. */
const forget = async ({ shop }: RaceFixture, { token }: Hold, id: string): Promise<void> => {
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

type Scenario = (fixture: RaceFixture, chance: Chance, hold: Hold) => Promise<string>;

const bought: Scenario = async (fixture, chance, hold) => {
  const completion = await buy(fixture, chance, hold);
  return completion ? `paid, ${await after(fixture, chance, hold, completion)}` : 'unpaid';
};

const cancel: Scenario = async (fixture, _, { token }) =>
  `cancels ${(await fixture.send('deleteOrder', { params: { token } })).status}`;

const walkAway: Scenario = async ({ shop }, _, { token }) => {
  await passMinutes(shop, token, 16);
  return 'walks away';
};

const comeBack: Scenario = async (fixture, chance, hold) => {
  await passMinutes(fixture.shop, hold.token, 16);
  const { status } = await fixture.send('extendOrder', { params: { token: hold.token } });
  return status === 200 ? `again, ${await bought(fixture, chance, hold)}` : `not again ${status}`;
};

const changeSlot: Scenario = async (fixture, chance, hold) => {
  const other = await take(fixture, chance, { replaces: hold.token });
  return other ? `another slot, ${await bought(fixture, chance, other)}` : 'no other slot';
};

const payAfterRefusal: Scenario = async (fixture, chance, hold) => {
  await buy(fixture, chance, hold, refusedCard);
  return `refused, ${await bought(fixture, chance, hold)}`;
};

const payLate: Scenario = async (fixture, chance, hold) => {
  await sendCustomer(fixture, hold);
  const answer = await pay(fixture.shop, hold, { card: challenged });
  if (answer.status !== 200) return 'no check';
  const reply = replyOf(answer);
  if (reply.status !== 'requires_action') return 'no check';
  const { payment_intent_id: id, client_secret } = reply;
  if (chance.happens(0.7)) await forget(fixture, hold, id);
  await passMinutes(fixture.shop, hold.token, 40);
  await fixture.shop.sweep();
  await answerChallenge(fixture.shop, id, client_secret, 'complete').catch(() => null);
  return `late, ${completionIn(fixture, hold, await confirm(fixture.shop, id)) ? 'paid' : 'unpaid'}`;
};

const payAndCancel: Scenario = async (fixture, chance, hold) => {
  const [completion] = await Promise.all([buy(fixture, chance, hold), cancel(fixture, chance, hold)]);
  return `pays and cancels, ${completion ? 'paid' : 'unpaid'}`;
};

const scenarios: readonly (readonly [share: number, scenario: Scenario])[] = [
  [40, bought],
  [12, cancel],
  [14, walkAway],
  [8, comeBack],
  [10, changeSlot],
  [6, payAfterRefusal],
  [8, payLate],
  [4, payAndCancel],
];

const drawScenario = (chance: Chance): Scenario => {
  let draw = chance.below(scenarios.reduce((sum, [share]) => sum + share, 0));
  for (const [share, scenario] of scenarios) {
    if (draw < share) return scenario;
    draw -= share;
  }
  return bought;
};

/** Runs a buyer with random behaviour, and records the outcome and any faults. */
export const runBuyer = async (fixture: RaceFixture, chance: Chance): Promise<void> => {
  const count = (what: string) => fixture.tally.set(what, (fixture.tally.get(what) ?? 0) + 1);
  try {
    const hold = await take(fixture, chance);
    if (!hold) return void count('refused');
    if (chance.happens(0.25)) {
      const { status, text } = await sendCoupon(fixture.shop, hold.token, chance.of(fixture.coupons));
      if (status === 200) hold.price = JSON.parse(text).price;
    }
    count(await drawScenario(chance)(fixture, chance, hold));
  } catch (thrown) {
    fixture.faults.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  }
};

/** A buyer who only takes seats, for the control run. */
export const runTaker = async (fixture: RaceFixture, chance: Chance): Promise<void> => {
  const body = choiceOf(chance.of(fixture.spans), 1 + chance.below(6));
  await fixture.send('createOrder', { body });
};
