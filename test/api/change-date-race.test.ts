import { expect, it } from 'vitest';
import { choiceOf } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, done } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { leaveSeats, seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const slot = () => newSlot(shop);
const move = (params: Record<string, string>, time_span_id: string) =>
  shop.send('changeDate', { params, body: { time_span_id } });

it('of two concurrent date changes for the last seats, one succeeds', async () => {
  const [from, to] = [await slot(), await slot()];
  const holders = [await buyTicket(shop, from), await buyTicket(shop, from)];
  await leaveSeats(shop, to, 3);
  const before = await seatsOf(shop, from);
  const answers = await Promise.all(holders.map(({ params }) => move(params, to)));
  expect(done(answers)).toBe(1);
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => problemOf(answer).code);
  expect(refused).toEqual(['seat_reserve_error']);
  expect((await seatsOf(shop, from)).sold).toBe(before.sold - 2);
  const { capacity, held, sold } = await seatsOf(shop, to);
  expect(capacity - held - sold).toBe(1);
});

it('the last seats go to a buyer or to a new date, never to both', async () => {
  const [from, to] = [await slot(), await slot()];
  const { params } = await buyTicket(shop, from);
  await leaveSeats(shop, to, 2);
  const buy = () => shop.send('createOrder', { body: choiceOf(to, 2) });
  const answers = await Promise.all([move(params, to), buy(), buy()]);
  expect(done(answers)).toBe(1);
  const { capacity, held, sold } = await seatsOf(shop, to);
  expect(held + sold).toBe(capacity);
});

it('two tickets swap dates that are otherwise full, without a deadlock', async () => {
  const [one, two] = [await slot(), await slot()];
  const [anna, ben] = [await buyTicket(shop, one), await buyTicket(shop, two)];
  await leaveSeats(shop, one, 2);
  await leaveSeats(shop, two, 2);
  const answers = await Promise.all([move(anna.params, two), move(ben.params, one)]);
  expect(done(answers)).toBe(2);
});
