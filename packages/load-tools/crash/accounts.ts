import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from 'ticket-store/server/operators/client/send-command.ts';
import { isUnmatched } from 'ticket-store/server/operators/commands/cli.ts';
import { ledgerAt } from 'ticket-store/test/api/kit/buyer.ts';
import { seatFaults } from '../race/stock.ts';
import type { CrowdRecord, Promised } from './buyers.ts';
import { createClient, replyIn, type Send, sendOperatorCommand } from './client.ts';
import type { CrashFixture } from './fixture.ts';

/** Until money and orders must agree again, ms (docs/architecture.md#bar-ledger). */
const bar = 60_000;

/** Milliseconds until `reconcile --check` reported nothing after a restart, and its report if it still has one after `limit` ms. */
export const waitUntilReconciled = async (
  fixture: CrashFixture,
  limit = bar,
): Promise<{ ms: number; faults: string[] }> => {
  const began = Date.now();
  let reply: Reply;
  do {
    reply = await sendOperatorCommand(fixture, 'reconcile', { days: 1, age: 0 });
    if (reply.done !== undefined && !isUnmatched(reply)) return { ms: Date.now() - began, faults: [] };
    await pause(500);
  } while (Date.now() - began < limit);
  return { ms: Date.now() - began, faults: [`not clean after ${limit / 1_000} s: ${reply.said.en}`] };
};

/** Order states that are possible after the last response that its buyer got. */
const possibleStatuses = ({ status, isRefunded }: Promised): readonly string[] => {
  if (status === 'held') return ['open', 'checking', 'expired'];
  if (status === 'cancelled') return ['cancelled'];
  return isRefunded ? ['refunded'] : ['paid'];
};

const ticketFault = async (send: Send, reservation_token: string, states: readonly string[]): Promise<string[]> => {
  const answer = await send('getTicket', { params: { reservation_token } });
  if (answer.status !== 200) return [`a ticket is gone: ${answer.status} ${answer.text}`];
  const { state } = replyIn('getTicket', answer);
  return states.includes(state) ? [] : [`a ticket is ${state} and should be ${states.join(' or ')}`];
};

const brokenIn = async (send: Send, promised: Promised): Promise<string[]> => {
  const { token, status, price, number, ticket, oldTicket } = promised;
  const answer = await send('getOrder', { params: { token } });
  if (answer.status !== 200) return [`an order that was ${status} is gone: ${answer.status} ${answer.text}`];
  const order = replyIn('getOrder', answer);
  const states = possibleStatuses(promised);
  const isSame = states.includes(order.status) && order.price === price;
  const statusFaults = isSame
    ? []
    : [`an order that was confirmed as ${states.join(' or ')} at ${price} is ${order.status} at ${order.price}`];
  const last = `…${number?.slice(-4)}`;
  const hasOtherNumber = number !== undefined && order.completion && order.completion.reservation_number !== last;
  const ticketState = promised.isRefunded ? 'cancelled' : 'valid';
  return [
    ...statusFaults,
    ...(hasOtherNumber ? [`reservation ${number} has another number now`] : []),
    ...(ticket ? await ticketFault(send, ticket, [ticketState]) : []),
    ...(oldTicket ? await ticketFault(send, oldTicket, ['changed']) : []),
  ];
};

/** Checks that everything confirmed with 2xx is true. */
export const brokenPromises = async (fixture: CrashFixture, record: CrowdRecord): Promise<string[]> => {
  const send = createClient(fixture, record.stats);
  const faults: string[] = [];
  for (const promised of record.promises) faults.push(...(await brokenIn(send, promised)));
  return faults;
};

/** Checks that nobody was charged twice, and that every charge has an order. No shop may be running. */
const chargeFaults = async (fixture: CrashFixture): Promise<string[]> => {
  const orders = await ledgerAt(fixture.sandboxUrl);
  const rows = await fixture.withDatabase((db) => db.selectFrom('orders').select('id').execute());
  const known = new Set(rows.map(({ id }) => id));
  return Object.entries(orders).flatMap(([id, { charges }]) => [
    ...(charges > 1 ? [`order ${id} was charged ${charges} times`] : []),
    ...(known.has(id) ? [] : [`a charge for an unknown order: ${id}`]),
  ]);
};

/** Checks at the end, when no shop is running. */
export const accountFaults = async (fixture: CrashFixture): Promise<string[]> => [
  ...(await chargeFaults(fixture)),
  ...(await fixture.withDatabase((db) => seatFaults(db, fixture.spans))),
];

/** Number of mails that a buyer gets: tickets, new date, refund. */
const mailsFor = ({ status, oldTicket, isRefunded }: Promised): number =>
  status === 'paid' ? 1 + (oldTicket ? 1 : 0) + (isRefunded ? 1 : 0) : 0;

/**
 * Addresses of buyers who got a refund before the mail with their tickets was sent: that mail is superseded and not sent. No shop
 * may be running.
 */
export const refundedBeforeMail = (fixture: CrashFixture): Promise<ReadonlySet<string>> =>
  fixture.withDatabase(async (db) => {
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

/** Mails that may be on their way when the server is killed: delivered, and not recorded yet. */
const onTheirWay = 5;

/** Lost mails, and more mails sent twice than were on their way at the kills. All mails must have had time to be sent. */
export const mailFaults = (
  { post }: CrashFixture,
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
    const [due, received] = [mailsFor(promised), byAddress.get(promised.email)?.size ?? 0];
    /* After a kill between sending and recording it, the mail was delivered and is then superseded at the next try. */
    const minCount = due - (promised.isRefunded && superseded.has(promised.email) ? 1 : 0);
    return minCount <= received && received <= due
      ? []
      : [`${due} mails are due for reservation ${promised.number ?? '(none)'}, ${received} arrived`];
  });
  return [...lost, ...(twice > kills * onTheirWay ? [`${twice} mails were delivered twice over ${kills} kills`] : [])];
};
