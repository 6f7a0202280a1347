import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readLedger } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { adults, buyTicket, type Holder, sending } from './kit/holder.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

/** Every ticket of an order in its current state, with its number of people. */
const ticketsOf = async ({ number }: Holder) => {
  const { order_id } = await shop.db
    .selectFrom('tickets')
    .select('order_id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return shop.db
    .selectFrom('tickets')
    .select(['tickets.id', 'tickets.number', 'tickets.state', 'tickets.time_span_id'])
    .select(({ selectFrom }) =>
      selectFrom('ticket_people')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('ticket_people.ticket_id', '=', 'tickets.id')
        .as('people'),
    )
    .where('order_id', '=', order_id)
    .execute();
};

/** What holders may do with any ticket of an order at any time, and what the venue may do. */
const actions = {
  move: async (holder: Holder, spans: string[], index: number) => {
    const params = await someOf(holder, index);
    return shop.send('changeDate', { params, body: { time_span_id: spans[index % spans.length] } });
  },
  split: async (holder: Holder, _spans: string[], index: number) =>
    shop.send('splitTicket', {
      params: await someOf(holder, index),
      body: { option_values: adults(1) },
    }),
  send: async (holder: Holder, _spans: string[], index: number) =>
    shop.send('sendTicket', { params: await someOf(holder, index), body: sending(1) }),
  share: async (holder: Holder, _spans: string[], index: number) =>
    shop.send('shareTicket', { params: await someOf(holder, index) }),
  stop: async (holder: Holder, _spans: string[], index: number) =>
    shop.send('stopSharing', { params: await someOf(holder, index) }),
  gate: async (holder: Holder, _spans: string[], index: number) =>
    ops.run('gate', { code: await numberOf(holder, index), force: true }),
  cancelPart: async (holder: Holder, _spans: string[], index: number) =>
    ops.run('cancel', { reservation_number: await numberOf(holder, index) }),
  cancel: (holder: Holder) => ops.run('cancel', { reservation_number: holder.number }),
  refund: (holder: Holder) => ops.run('refund', { reservation_number: holder.number, force: true }),
};
type Action = keyof typeof actions;
const all: Action[] = ['move', 'split', 'send', 'share', 'stop', 'gate', 'cancelPart', 'cancel', 'refund'];

const pick = async (holder: Holder, index: number) => {
  const living = (await ticketsOf(holder)).filter(({ state }) => state !== 'changed');
  return living[index % living.length];
};
const someOf = async (holder: Holder, index: number) => {
  const ticket = await pick(holder, index);
  return { reservation_token: shop.deps.tokens.token('reservation', ticket?.id ?? '') };
};
const numberOf = async (holder: Holder, index: number) => (await pick(holder, index))?.number ?? '';

/**
 * Seats sold equal the people who may enter or have entered. The charge is kept in full or refunded in full, and refunded once a
 * refund was requested.
 */
const mustAgree = async (holder: Holder, spans: string[], refunds: number) => {
  const tickets = await ticketsOf(holder);
  expect(tickets.reduce((sum, { people }) => sum + (people ?? 0), 0)).toBe(4);
  for (const span of spans) {
    const there = tickets.filter(({ time_span_id }) => time_span_id === span);
    const people = there
      .filter(({ state }) => state === 'valid' || state === 'shared' || state === 'used')
      .reduce((sum, ticket) => sum + (ticket.people ?? 0), 0);
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: people });
  }
  const { captured, refunded, charges } = await readLedger(shop, holder.order);
  expect(charges).toBe(1);
  expect(refunded).toBe(refunds > 0 ? captured : 0);
};

it('with concurrent actions of holders and venue, seats are conserved and money is refunded at most once', async () => {
  const step = fc.array(fc.tuple(fc.constantFrom(...all), fc.nat(6)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const spans = [await newSlot(shop), await newSlot(shop)];
      const holder = await buyTicket(shop, spans[0] ?? '', 4);
      let refunds = 0;
      for (const together of steps) {
        const answers = await Promise.all(together.map(([action, index]) => actions[action](holder, spans, index)));
        refunds += answers.filter((answer) => 'done' in answer && answer.done === 'refund').length;
        for (const { status } of answers) expect(status).toBeLessThan(500);
      }
      await mustAgree(holder, spans, refunds);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

it.each(['move', 'split', 'send', 'gate'] as const)('a refund and a concurrent "%s"', async (action) => {
  for (let round = 0; round < 6; round += 1) {
    const spans = [await newSlot(shop), await newSlot(shop)];
    const [from = '', to = ''] = spans;
    const holder = await buyTicket(shop, from, 4);
    await makeToday(shop, from);
    await Promise.all([actions[action](holder, [to], 0), actions.refund(holder), actions.refund(holder)]);
    await mustAgree(holder, spans, 1);
  }
});

it('ten refunds and five cancellations at once: one refunds the money', async () => {
  const span = await newSlot(shop);
  const holder = await buyTicket(shop, span, 4);
  await Promise.all([
    ...Array.from({ length: 10 }, () => actions.refund(holder)),
    ...Array.from({ length: 5 }, () => actions.cancel(holder)),
  ]);
  await shop.sweep();
  await mustAgree(holder, [span], 1);
  const kinds = await shop.db
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select('outbox.kind')
    .where('orders.reservation_number', '=', holder.number)
    .where('outbox.kind', '=', 'refunded')
    .execute();
  expect(kinds).toHaveLength(1);
});
