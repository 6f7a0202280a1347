import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as v from 'valibot';
import { isUnmatched, type Reply } from '#server/ops/cli.ts';
import { getOrder } from '#src/api/contract/orders.ts';
import { getTicket } from '#src/api/contract/tickets.ts';
import { ledgerAt } from '#test/api/kit/ledger.ts';
import type { Notes, Promised } from './buyers.ts';
import { type Ask, askOperator, createClient } from './client.ts';
import type { Ground } from './ground.ts';

/** Seconds until money and orders must agree again (docs/architecture.md#bar-ledger). */
const bar = 60;

/** In: a shop that has just come back. Out: ms until `reconcile --check` had nothing to say, and what it still says after 60 s. */
export const cleanAgain = async (ground: Ground): Promise<{ ms: number; faults: string[] }> => {
  const began = Date.now();
  let reply: Reply;
  do {
    reply = await askOperator(ground, 'reconcile', { days: 1, age: 0 });
    if (reply.done !== undefined && !isUnmatched(reply)) return { ms: Date.now() - began, faults: [] };
    await pause(500);
  } while (Date.now() - began < bar * 1_000);
  return { ms: Date.now() - began, faults: [`not clean after ${bar} s: ${reply.said.en}`] };
};

/** Where an order may stand by what its buyer was told last. */
const mayBe = ({ told, isRefunded }: Promised): readonly string[] => {
  if (told === 'held') return ['open', 'checking', 'expired'];
  if (told === 'cancelled') return ['cancelled'];
  return isRefunded ? ['refunded'] : ['paid'];
};

const ticketFault = async (ask: Ask, reservation_token: string, states: readonly string[]): Promise<string[]> => {
  const answer = await ask(getTicket, { params: { reservation_token } });
  if (answer.status !== 200) return [`a ticket is gone: ${answer.status} ${answer.text}`];
  const { state } = v.parse(getTicket.reply, JSON.parse(answer.text));
  return states.includes(state) ? [] : [`a ticket is ${state} and should be ${states.join(' or ')}`];
};

const brokenIn = async (ask: Ask, promised: Promised): Promise<string[]> => {
  const { token, told, price, number, ticket, oldTicket } = promised;
  const answer = await ask(getOrder, { params: { token } });
  if (answer.status !== 200) return [`an order that was ${told} is gone: ${answer.status} ${answer.text}`];
  const order = v.parse(getOrder.reply, JSON.parse(answer.text));
  const states = mayBe(promised);
  const isSame = states.includes(order.status) && order.price === price;
  const told_ = isSame
    ? []
    : [`an order that was told ${states.join(' or ')} at ${price} is ${order.status} at ${order.price}`];
  const last = `…${number?.slice(-4)}`;
  const isOther = number !== undefined && order.completion && order.completion.reservation_number !== last;
  const gone = promised.isRefunded ? 'cancelled' : 'valid';
  return [
    ...told_,
    ...(isOther ? [`reservation ${number} has another number now`] : []),
    ...(ticket ? await ticketFault(ask, ticket, [gone]) : []),
    ...(oldTicket ? await ticketFault(ask, oldTicket, ['changed']) : []),
  ];
};

/** Everything that was told with 2xx is so. */
export const brokenPromises = async (ground: Ground, notes: Notes): Promise<string[]> => {
  const ask = createClient(ground, notes.met);
  const faults: string[] = [];
  for (const promised of notes.promises) faults.push(...(await brokenIn(ask, promised)));
  return faults;
};

/** Nobody was charged twice, and nobody paid for an order that is not there. Asked while no shop runs. */
const chargeFaults = async (ground: Ground): Promise<string[]> => {
  const orders = await ledgerAt(ground.sandboxUrl);
  const rows = await ground.withDatabase((db) => db.selectFrom('orders').select('id').execute());
  const known = new Set(rows.map(({ id }) => id));
  return Object.entries(orders).flatMap(([id, { charges }]) => [
    ...(charges > 1 ? [`order ${id} was charged ${charges} times`] : []),
    ...(known.has(id) ? [] : [`money for an order nobody knows: ${id}`]),
  ]);
};

/** Seats held and sold are those of the orders and tickets there are. Asked while no shop runs. */
const seatFaults = (ground: Ground): Promise<string[]> =>
  ground.withDatabase(async (db) => {
    const { rows } = await sql<{ id: string; held: number; sold: number; held_by: number; sold_to: number }>`
      select id, held, sold,
        (select coalesce(sum(quantity), 0)::int from orders
          where time_span_id = time_spans.id and status in ('open', 'checking')) as held_by,
        (select count(*)::int from ticket_people join tickets on tickets.id = ticket_people.ticket_id
          where tickets.time_span_id = time_spans.id and tickets.state in ('valid', 'shared', 'used')) as sold_to
      from time_spans where id in (${sql.join(ground.spans)})`.execute(db);
    return rows.flatMap(({ id, held, sold, held_by, sold_to }) =>
      held === held_by && sold === sold_to
        ? []
        : [`${id}: ${held} held, ${sold} sold; by the orders ${held_by} and ${sold_to}`],
    );
  });

/** What must be right when all is over and no shop runs. */
export const booksOf = async (ground: Ground): Promise<string[]> => [
  ...(await chargeFaults(ground)),
  ...(await seatFaults(ground)),
];

/** How many mails a buyer gets: the tickets, the new date, the money back. */
const mailsFor = ({ told, oldTicket, isRefunded }: Promised): number =>
  told === 'paid' ? 1 + (oldTicket ? 1 : 0) + (isRefunded ? 1 : 0) : 0;

/**
 * Buyers whose money was given back before the mail with their tickets went out: that mail is superseded and not sent. Out:
 * their addresses. Asked while no shop runs.
 */
export const refundedBeforeMail = (ground: Ground): Promise<ReadonlySet<string>> =>
  ground.withDatabase(async (db) => {
    const rows = await db
      .selectFrom('outbox')
      .innerJoin('orders', 'orders.id', 'outbox.order_id')
      .select('outbox.address')
      .where('outbox.kind', '=', 'completed')
      .where('outbox.state', 'in', ['due', 'superseded'])
      .where('orders.status', '=', 'refunded')
      .execute();
    return new Set(rows.map(({ address }) => address));
  });

/**
 * In: everybody's promises, once every mail had its time, how often the shop was killed, and who is `refundedBeforeMail`. Out:
 * mails lost, or too many twice.
 */
export const mailFaults = (
  { post }: Ground,
  { promises, kills, superseded }: { promises: readonly Promised[]; kills: number; superseded: ReadonlySet<string> },
): string[] => {
  const byAddress = new Map<string, Set<string>>();
  let twice = 0;
  for (const { to, headers } of post.mails) {
    const [address = ''] = to;
    const ids = byAddress.get(address) ?? new Set<string>();
    const [id = ''] = headers.get('message-id') ?? [];
    if (ids.has(id)) twice += 1;
    byAddress.set(address, ids.add(id));
  }
  const lost = promises.flatMap((promised) => {
    const [due, came] = [mailsFor(promised), byAddress.get(promised.email)?.size ?? 0];
    /* A kill between sending and writing that down: the mail came, and is superseded at its next turn. */
    const least = due - (promised.isRefunded && superseded.has(promised.email) ? 1 : 0);
    return least <= came && came <= due
      ? []
      : [`${due} mails are due for reservation ${promised.number ?? '(none)'}, ${came} came`];
  });
  return [...lost, ...(twice > kills ? [`${twice} mails came twice over ${kills} kills`] : [])];
};
