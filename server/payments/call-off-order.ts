import { sql } from 'kysely';
import { inTransaction, type Tx } from '#server/db/open.ts';
import type { Slot } from '#server/db/scoped.ts';
import { moveStock } from '#server/orders/holds/stock.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { type Actor, writeAct } from '#server/tickets/acts.ts';
import {
  endTickets,
  isLiving,
  isUsed,
  lockTickets,
  type Named,
  notifyHolders,
  peopleOf,
} from '#server/tickets/end-tickets.ts';
import { oweParts, paymentsOf, sumOf } from '#server/tickets/paid-parts.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { lessFee } from '#src/domain/money.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { divisibleOf, oweRefund } from './refund.ts';

/** `to`: the slot that tickets move to; null: they are cancelled, and with `refund` their money goes back. */
export type CallOff = Actor & {
  site: SiteCode;
  base: string;
  /** Slots to call off: those of all given facts that are not over. */
  which: { slot?: string | undefined; day?: string | undefined; product?: string | undefined };
  to: string | null;
  refund: boolean;
  /** Yen of each refunded order that the venue keeps. */
  fee: number;
  /** Until when holders of moved tickets may choose otherwise; null: no choice. */
  choiceUntil: Date | null;
  /** Also to a slot that begins earlier. */
  force: boolean;
};

/** Reason a ticket stays as it was. */
export const reasons = ['used', 'full', 'sets', 'other_product', 'elsewhere', 'whole_only'] as const;
type Reason = (typeof reasons)[number];
type Left = { number: string; people: number; why: Reason };

export type Target = Slot & { product_uuid: string };

/** `due`: payments of which `amount` goes back in all; `request`: of parts of them, null: they go back as a whole. */
export type Done = {
  people: number;
  amount: number;
  kept: number;
  due: string[];
  request: string | null;
  left: Left[];
};
const nothing: Done = { people: 0, amount: 0, kept: 0, due: [], request: null, left: [] };

const leftOf = (tickets: readonly TicketDetails[], why: Reason): Left[] =>
  tickets.map(({ number, people }) => ({ number, people: people.length, why }));

/** Moves the tickets of an order that are `here`, in the slots, all or none. They keep their links and codes. */
const move = async (
  tx: Tx,
  run: CallOff,
  { order, all }: Pick<Named, 'order' | 'all'>,
  here: readonly TicketDetails[],
  to: Target,
): Promise<Done> => {
  const none = (why: Reason): Done => ({ ...nothing, left: leftOf(here, why) });
  if (here.some(({ product_uuid }) => product_uuid !== to.product_uuid)) return none('other_product');
  /* Set products are the buyer's; a buyer who has sent everybody away has an empty ticket. */
  const slots = here.map(({ time_span_id }) => time_span_id);
  const buyers = all.find(({ isBuyers, time_span_id }) => isBuyers && slots.includes(time_span_id));
  const withSets = buyers && !isUsed(buyers) ? buyers : null;
  const missing = await moveStock(tx, here, to, withSets);
  if (missing !== null) return none(missing === 'sets' ? 'sets' : 'full');
  const moved = [...new Set([...here, ...(withSets ? [withSets] : [])])];
  for (const { id } of moved)
    await tx
      .updateTable('tickets')
      .set({ time_span_id: to.time_span_id, changes: sql`changes + 1` })
      /* A choice that was given once stays. */
      .$if(run.choiceUntil !== null, (query) => query.set({ choice_until: run.choiceUntil }))
      .where('id', '=', id)
      .execute();
  for (const ticket of here) await writeAct(tx, 'moved', ticket, run, ticket.people.length);
  await notifyHolders(tx, order, here, run.base, 'visit_moved');
  return { ...nothing, people: peopleOf(here) };
};

/**
 * Cancels the tickets of an order. Its money goes back at once, so with `refund` an order of which others stay is left as it is, and
 * with a `fee` one whose payment has no parts.
 */
const cancel = async (
  deps: PaymentDeps,
  tx: Tx,
  run: CallOff,
  found: Pick<Named, 'order' | 'all'>,
  here: readonly TicketDetails[],
): Promise<Done> => {
  const { order, all } = found;
  const stays = all.find((ticket) => !here.includes(ticket) && (isUsed(ticket) || isLiving(ticket)));
  const payments = run.refund ? await paymentsOf(tx, order.id).execute() : [];
  const due = payments.filter(({ state, amount }) => state === 'paid' && amount > 0);
  if (due.length > 0 && stays) return { ...nothing, left: leftOf(here, isUsed(stays) ? 'used' : 'elsewhere') };
  const amount = lessFee(sumOf(due), run.fee);
  const divisible = divisibleOf(deps, due);
  if (run.fee > 0 && amount > sumOf(divisible)) return { ...nothing, left: leftOf(here, 'whole_only') };
  await endTickets(tx, found, here, stays ? null : amount > 0 ? 'refunded' : 'cancelled');
  const request = run.fee > 0 ? `call-off ${order.id}` : null;
  if (request !== null) await oweParts(tx, divisible, { amount, request });
  else if (amount > 0) await oweRefund(tx, due);
  for (const ticket of here) await writeAct(tx, 'cancelled', ticket, run, ticket.people.length);
  await notifyHolders(tx, order, here, run.base);
  const money = { amount, kept: sumOf(due) - amount, due: due.map(({ id }) => id), request };
  return { ...money, people: peopleOf(here), left: [] };
};

/** Calls off the tickets of an order, in one transaction. Nothing is done twice, since tickets that were moved or ended are no longer there. */
export const callOffOrder = (
  deps: PaymentDeps,
  run: CallOff,
  id: string,
  slots: ReadonlySet<string>,
  to: Target | null,
) =>
  inTransaction(deps.db, async (tx): Promise<Done> => {
    const found = await lockTickets(tx, id);
    const all = found.order.status === 'paid' ? found.all : [];
    const inSlots = all.filter(({ time_span_id }) => slots.has(time_span_id));
    const [here, used] = [inSlots.filter(isLiving), leftOf(inSlots.filter(isUsed), 'used')];
    if (here.length === 0) return { ...nothing, left: used };
    const done = to ? await move(tx, run, found, here, to) : await cancel(deps, tx, run, found, here);
    if (to) pass('date_written');
    return { ...done, left: [...done.left, ...used] };
  });
