import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { slotOf } from '#server/db/scoped.ts';
import { isMailAllowed, mailboxOf } from '#server/shared/outbox/limits.ts';
import { putTicketMail } from '#server/shared/outbox/outbox.ts';
import { Problem } from '#server/shared/problem.ts';
import { countUses, countUsesOnce } from '#server/shared/rate-limit.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { perNetwork, type RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { Lang } from '#src/domain/lang.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { isReservationNumber, reservationNumberOf } from '#src/domain/ticket.ts';
import { ticketTokenOf } from './tickets.ts';

/** Requests in ten minutes: per client and mail address, and per client. Mails have lower limits (`outbox/limits`). */
const requestLimits = { ofMail: { max: 3, within: 600 }, ofVisitor: { max: 60, within: 600 } };

/** Tickets of an address that one mail has at most. */
const maxTickets = 20;

/**
 * Requests the links of an address's coming reservations by mail. Nothing is looked up here: the sweep answers the stored
 * request, so neither the response nor its timing reveals whether the address is known. Throws rate_limited.
 */
export const requestLinks = (
  { db, tokens }: TicketDeps,
  { site, base, effectId: id, visitor }: RequestContext,
  { email, lang }: { email: string; lang: Lang },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const done = await tx.selectFrom('link_requests').select('id').where('id', '=', id).executeTakeFirst();
    if (done) return;
    const mailbox = mailboxOf(email);
    await countUses(tx, [
      ...perNetwork(visitor, (network) => tokens.idOf(`links\n${network}\n${mailbox}`), requestLimits.ofMail),
      ...perNetwork(visitor, (network) => tokens.idOf(`links\n${network}`), requestLimits.ofVisitor),
    ]);
    await tx.insertInto('link_requests').values({ id, site, lang, address: email, base }).execute();
  });

/** Tickets whose holder has this address: the ticket's own, else the buyer's. */
const ofHolder = (db: Db | Tx, address: string) =>
  db
    .selectFrom('tickets')
    .select('tickets.id')
    .where(sql<boolean>`lower(tickets.email) = ${address}`)
    .unionAll(
      db
        .selectFrom('orders')
        .innerJoin('tickets', 'tickets.order_id', 'orders.id')
        .select('tickets.id')
        .where(sql<boolean>`lower(orders.customer ->> 'email') = ${address}`)
        .where('tickets.email', 'is', null),
    );

/** Usable tickets of a holder's address, the nearest visit first. */
export const findUpcomingTickets = (db: Db | Tx, site: SiteCode, address: string) =>
  db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('time_spans', (join) => join.on(slotOf('tickets')))
    .select(['tickets.id', 'tickets.order_id'])
    .where('orders.site', '=', site)
    .where('orders.status', '=', 'paid')
    .where('tickets.state', 'in', ['valid', 'shared'])
    .where('time_spans.reservation_to', '>', sql<Date>`now()`)
    .where('tickets.id', 'in', ofHolder(db, comparedMail(address)))
    .orderBy('time_spans.reservation_from')
    .orderBy('tickets.created_at')
    .limit(maxTickets)
    .execute();

/** Turns the oldest request into a mail, if its address has tickets. Returns false when there is no request. */
const handleNextRequest = ({ db, tokens }: { db: Db; tokens: TokenService }): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const oldest = tx.selectFrom('link_requests').selectAll().orderBy('asked_at').limit(1).forUpdate().skipLocked();
    const request = await oldest.executeTakeFirst();
    if (!request) return false;
    await tx.deleteFrom('link_requests').where('id', '=', request.id).execute();
    const { site, lang, address, base } = request;
    const [first] = await findUpcomingTickets(tx, site, address);
    if (!first || !(await isMailAllowed(tx, tokens, 'ticket_links', { address }))) return true;
    const { id: ticket_id, order_id } = first;
    await putTicketMail(tx, 'ticket_links', { order_id, site, lang, address, base, ticket_id });
    return true;
  });

/** Answers all requests; safe in several processes at once. */
export const handleLinkRequests = async (deps: { db: Db; tokens: TokenService }): Promise<void> => {
  while (await handleNextRequest(deps)) {
    // continue with the next request
  }
};

/**
 * Failed look-ups in ten minutes: per client and mail address, and per client. They count against the client that guesses, never
 * against the owner of the ticket.
 */
const wrongLookUps = { ofMail: { max: 10, within: 600 }, ofVisitor: { max: 300, within: 600 } };

type LookUpDeps = TicketDeps & { metrics: { guessed: (what: 'look-up') => void } };

/**
 * Returns the token of the ticket that has this number and this holder's mail address. A correct pair is never rate limited, so no
 * attacker can lock a holder out; a number has 60 random bits, so guessing is hopeless anyway. Throws ticket_not_found, after the same
 * queries whichever of the two is wrong, and rate_limited.
 */
export const lookUp = async (
  { db, tokens, metrics }: LookUpDeps,
  { site, visitor }: Pick<RequestContext, 'site' | 'visitor'>,
  query: { email: string; reservation_number: string },
): Promise<string> => {
  const email = comparedMail(query.email);
  const number = reservationNumberOf(query.reservation_number);
  /* A slip of the hand is no guess, and says nothing about any ticket. */
  if (!isReservationNumber(number)) throw new Problem('ticket_not_found');
  const row = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.id', 'tickets.link_revision', 'tickets.token_hash'])
    .where('tickets.number', '=', number)
    .where('tickets.state', '<>', 'changed')
    .where(sql<boolean>`lower(coalesce(tickets.email, orders.customer ->> 'email')) = ${email}`)
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (row) return ticketTokenOf(tokens, row);
  metrics.guessed('look-up');
  await countUsesOnce(db, [
    ...perNetwork(visitor, (network) => tokens.idOf(`look-up\n${site}\n${network}\n${email}`), wrongLookUps.ofMail),
    ...perNetwork(visitor, (network) => tokens.idOf(`look-up\n${network}`), wrongLookUps.ofVisitor),
  ]);
  throw new Problem('ticket_not_found');
};
