import { expect, it } from 'vitest';
import { createOrder } from '#src/api/contract/orders.ts';
import { changeDate, sendTicket, splitTicket } from '#src/api/contract/tickets.ts';
import { choiceOf, newKey } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { adults, buyTicket, done, peopleOf, sending, ticketOf } from './kit/holder.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { leaveSeats, seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const slot = () => newSlot(shop);
const move = (params: Record<string, string>, time_span_id: string) =>
  shop.send(changeDate, { params, body: { time_span_id }, key: newKey() });

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
  const buy = () => shop.send(createOrder, { body: choiceOf(to, 2), key: newKey() });
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

it('one ticket is moved twice, split and sent concurrently: each person is on one valid ticket, on one date', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [from, one, two] = [await slot(), await slot(), await slot()];
    const spans = [from, one, two];
    const holder = await buyTicket(shop, from, 4);
    const { params } = holder;
    const before = await Promise.all(spans.map((span) => seatsOf(shop, span)));
    const answers = await Promise.all([
      move(params, one),
      move(params, two),
      shop.send(splitTicket, { params, body: { option_values: adults(1) }, key: newKey() }),
      shop.send(sendTicket, { params, body: sending(1), key: newKey() }),
    ]);
    expect(done(answers.slice(0, 2))).toBe(1);
    const people = await peopleOf(shop, holder);
    expect(people).toHaveLength(4);
    expect(people.every(({ state }) => state === 'valid')).toBe(true);
    const after = await Promise.all(spans.map((span) => seatsOf(shop, span)));
    const sum = (rows: { sold: number }[]) => rows.reduce((total, { sold }) => total + sold, 0);
    expect(sum(after)).toBe(sum(before));
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('changed');
  }
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
