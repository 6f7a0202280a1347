import { sql } from 'kysely';
import { isProductOnSale, isSpanOnSale, lastAdmission } from '#server/catalogue/on-sale.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { isSlot, type Slot, spansWithProducts } from '#server/db/scoped.ts';
import { withRoom } from '#server/orders/holds/holds.ts';
import { moveStock } from '#server/orders/holds/stock.ts';
import type { MethodDeps } from '#server/orders/methods.ts';
import { pass } from '#server/shared/failpoints.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putTicketMail } from '#server/shared/outbox/outbox.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';
import { priceAt } from '#src/domain/money.ts';
import { isMoved, readQuotes, uncoveredOf } from './movable.ts';
import { oweParts, refundableOf } from './paid-parts.ts';
import { holderOf, lockTicket, mustAllow, type TicketDetails } from './ticket-details.ts';
import { insertTicket, movePeople, readFirstToken } from './tickets.ts';

const pointTo = (detail: string, field = 'time_span_id') => ({ errors: [{ pointer: `#/${field}`, detail }] });

/** A slot, and the visit that the holder has seen for it. */
export type Goal = Slot & { visit?: VisitPeriod | undefined };

/** Throws unless the slot is another one of the ticket's product, has stock and is on sale now for the visit that was seen. */
const mustBeOnSale = async (tx: Tx, ticket: TicketDetails, slot: Goal) => {
  if (slot.time_span_id === ticket.time_span_id) throw invalid('time_span_id', 'The ticket is for this one.');
  const row = await spansWithProducts(tx)
    .select(['time_spans.capacity', 'time_spans.surcharge', lastAdmission.as('last_admission')])
    .select(['time_spans.reservation_from', 'time_spans.reservation_to'])
    .select(sql<boolean>`${isSpanOnSale} and ${isProductOnSale}`.as('on_sale'))
    .where(isSlot(slot))
    .where('products.uuid', '=', ticket.product_uuid)
    .executeTakeFirst();
  if (!row || row.capacity === 0)
    throw new Problem('product_change_date_error', pointTo('No stock of this product is registered for it.'));
  if (!row.on_sale) throw new Problem('ticket_not_on_sale', pointTo('Not on sale.'));
  if (isMoved(row, slot.visit)) throw new Problem('ticket_not_on_sale', pointTo('It was moved.', 'visit'));
  return row;
};

/**
 * Judges a change of date to a slot, and returns the slot with what the change costs. Throws cannot_change_ticket,
 * product_change_date_error, ticket_not_on_sale, coupon_out_of_coverage, dearer_slot.
 */
export const judgeChange = async (deps: MethodDeps, tx: Tx, ticket: TicketDetails, slot: Goal) => {
  mustAllow(ticket, 'change_date');
  const offered = await mustBeOnSale(tx, ticket, slot);
  const uncovered = await uncoveredOf(tx, ticket, [slot.time_span_id]);
  if (uncovered.size > 0) throw new Problem('coupon_out_of_coverage', pointTo('Not a day of the coupon.'));
  const quote = (await readQuotes(deps, tx, ticket))(offered.surcharge);
  if (quote.bar !== null) throw new Problem('dearer_slot', pointTo(`${quote.more} yen more (${quote.bar}).`));
  return { ...offered, ...quote };
};

/** Moves seats, and set products with the buyer's ticket. Throws seat_reserve_error. */
const moveSeats = async (tx: Tx, ticket: TicketDetails, to: Slot): Promise<void> => {
  const missing = await moveStock(tx, [ticket], to, ticket.isBuyers ? ticket : null);
  if (missing === null) return;
  const detail = missing === 'sets' ? 'A set product is out of stock.' : 'Not enough.';
  throw new Problem('seat_reserve_error', pointTo(detail));
};

/** The new ticket takes over number, people and split-off tickets; of the old one only the state is left. */
export const replaceTicket = async (
  deps: Pick<TicketDeps, 'tokens'>,
  tx: Tx,
  old: TicketDetails,
  { id, base, time_span_id }: Pick<Slot, 'time_span_id'> & { id: string; base: string },
): Promise<void> => {
  const { site, order_id, number, parent_id, kind, lang, email, note, isChoosing } = old;
  await tx.updateTable('tickets').set({ state: 'changed' }).where('id', '=', old.id).execute();
  const unchanged = { order_id, site, number, parent_id, kind, lang, email, note };
  const changes = old.changes + 1;
  const date_changes = old.date_changes + (isChoosing ? 0 : 1);
  await insertTicket(tx, deps.tokens, { id, time_span_id, ...unchanged, changes, date_changes });
  const people = old.people.map((person) => person.id);
  await movePeople(tx, deps.tokens, people, id);
  await tx.updateTable('tickets').set({ parent_id: id }).where('parent_id', '=', old.id).execute();
  const address = holderOf(old);
  if (address) await putTicketMail(tx, 'ticket_changed', { order_id, site, lang, address, base, ticket_id: id });
};

/** Sets what the people of a ticket cost to the prices of its new slot, since the difference goes back. */
const setPrices = async (tx: Tx, { people }: TicketDetails, surcharge: number): Promise<void> => {
  for (const { id, add_cost } of people)
    await tx
      .updateTable('ticket_people')
      .set({ price: priceAt(add_cost, surcharge) })
      .where('id', '=', id)
      .execute();
};

/**
 * Moves a ticket to another slot of its product for which nothing is to be paid, in one transaction
 * (docs/product.md#screen-changedate). The sweep pays back what the new slot costs less, where the product says so. Returns the new
 * ticket's token, '' for a retry after its link was replaced; the old one reads as `changed`. Throws as `judgeChange`,
 * token_not_found, seat_reserve_error, rate_limited; dearer_slot also when something is to be paid.
 */
export const moveTicket = async (
  deps: TicketDeps & MethodDeps,
  { site, effectId: id, base }: RequestContext,
  token: string,
  goal: Omit<Goal, 'site'>,
): Promise<string> => {
  const slot = { site, ...goal };
  const done = await deps.db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst();
  if (done) return readFirstToken(deps.db, deps.tokens, id);
  const move = () =>
    inTransaction(deps.db, async (tx) => {
      const ticket = await lockTicket(tx, site, token);
      const { price, back, surcharge } = await judgeChange(deps, tx, ticket, slot);
      if (price > 0) throw new Problem('dearer_slot', pointTo(`${price} yen are to be paid.`));
      await moveSeats(tx, ticket, slot);
      const address = holderOf(ticket);
      if (address) await limitMail(tx, deps.tokens, 'ticket_changed', { address, order: ticket.order_id });
      await replaceTicket(deps, tx, ticket, { id, base, ...slot });
      if (back > 0) {
        await oweParts(tx, await refundableOf(tx, ticket), { amount: back, request: id });
        await setPrices(tx, ticket, surcharge);
      }
      pass('date_written');
    });
  await withRoom(deps.db, slot, move);
  pass('date_committed');
  return readFirstToken(deps.db, deps.tokens, id);
};
