import { isFirstTime } from '#server/db/effects.ts';
import { inTransaction } from '#server/db/open.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import { writeAct } from '#server/tickets/acts.ts';
import { endTickets, isLiving, lockTickets, notifyHolders, peopleOf, readChoice } from '#server/tickets/end-tickets.ts';
import { paymentsOf } from '#server/tickets/paid-parts.ts';
import { lockTicket } from '#server/tickets/ticket-details.ts';
import { oweRefund, payRefund, sumOf } from './refund.ts';

/**
 * Pays the whole order of a visit that the venue moved back, at the buyer's request while the choice is open, and ends it as a refund
 * by the venue does. Returns the yen. Throws token_not_found, cannot_change_ticket.
 */
export const refundMoved = async (
  deps: PaymentDeps,
  { site, base, effectId }: RequestContext,
  token: string,
): Promise<number> => {
  const due = await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    const payments = await paymentsOf({ db: tx }, ticket.order_id).execute();
    if (!(await isFirstTime(tx, effectId))) return payments.filter(({ state }) => state !== 'paid');
    const choice = await readChoice(tx, ticket);
    if (!choice || choice.bar !== null || choice.amount === 0)
      throw new Problem('cannot_change_ticket', { detail: choice?.bar ?? 'no_choice' });
    const found = await lockTickets(tx, ticket.order_id);
    const ending = found.all.filter(isLiving);
    const paid = payments.filter(({ state, amount }) => state === 'paid' && amount > 0);
    await endTickets(tx, found, ending, 'refunded');
    await oweRefund(tx, paid);
    await writeAct(tx, 'refunded', ticket, { by: 'buyer', gate: '' }, peopleOf(ending));
    /* The buyer gets a mail with the refund. */
    const others = ending.filter(({ email }) => email !== null);
    await notifyHolders(tx, found.order, others, base);
    return paid;
  });
  pass('refund_owed');
  for (const { id } of due) await payRefund(deps, id);
  return sumOf(due);
};
