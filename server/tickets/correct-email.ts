import { isFirstTime } from '#server/db/effects.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { moveSubscription } from '#server/orders/magazines.ts';
import { mustBeCorrectable } from '#server/orders/site-rules.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { comparedMail, hiddenMail } from '#src/domain/mail.ts';
import { replaceLinks } from './revoke.ts';
import { lockTicket, mustAllow, type TicketDetails } from './ticket-details.ts';
import { completionOfBrowser, readTicketToken } from './tickets.ts';

/** Mails of a purchase: the first one, and after three corrections. */
const maxMails = 4;

/** Throws cannot_change_ticket unless this browser paid for the ticket, as long as it is shown the ticket for that. */
const mustHavePaid = async (
  tx: Tx,
  { tokens }: TicketDeps,
  { order_id, isBuyers }: TicketDetails,
  { browser, token }: { browser: string | null; token: string },
): Promise<void> => {
  const own = isBuyers && (await completionOfBrowser({ db: tx, tokens, walletsAt: () => [] }, { order_id, browser }));
  if (!own || own.reservation_token !== token) throw new Problem('cannot_change_ticket', { detail: 'not_the_payer' });
};

const mustHaveMailsLeft = async (tx: Tx, order: string): Promise<void> => {
  const mails = tx.selectFrom('outbox').select('id').where('order_id', '=', order).where('kind', '=', 'completed');
  if ((await mails.execute()).length >= maxMails)
    throw new Problem('cannot_change_ticket', { detail: 'corrected_too_often' });
};

/**
 * Corrects the mail address of a purchase for the browser that paid it, and mails the ticket again. The first mail may have reached
 * a stranger, so another address makes a new link and new entry codes. Returns the link's token, '' for a retry whose reply is
 * lost, and the masked address. Throws token_not_found, cannot_change_ticket, rate_limited.
 */
export const correctEmail = (
  deps: TicketDeps,
  { site, base, effectId, visitor, browser }: RequestContext & { browser: string | null },
  token: string,
  email: string,
) =>
  inTransaction(deps.db, async (tx) => {
    const sent_to = hiddenMail(email);
    if (!(await isFirstTime(tx, effectId))) return { reservation_token: '', sent_to };
    const ticket = await lockTicket(tx, site, token);
    const { id, order_id, customer } = ticket;
    await mustHavePaid(tx, deps, ticket, { browser, token });
    mustAllow(ticket, 'revoke');
    mustBeCorrectable(deps.sites, site);
    await mustHaveMailsLeft(tx, order_id);
    if (!customer) throw new Problem('cannot_change_ticket');
    await limitMail(tx, deps.tokens, 'corrected', { address: email, order: order_id, visitor });
    const order = await tx
      .updateTable('orders')
      .set({ customer: JSON.stringify({ ...customer, email }) })
      .where('id', '=', order_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (comparedMail(customer.email) !== comparedMail(email)) {
      await replaceLinks(tx, deps, ticket);
      await moveSubscription(tx, deps.tokens, order, customer.email);
    }
    await putMail(tx, 'completed', order, { base });
    return { reservation_token: await readTicketToken(tx, deps.tokens, id), sent_to };
  });
