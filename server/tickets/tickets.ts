import { type Selectable, sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { orderNumber, paymentsWithOrders } from '#server/db/scoped.ts';
import type { Database } from '#server/db/types.ts';
import { partialCompletionOf } from '#server/orders/orders.ts';
import { newReservationNumber, type TokenService } from '#server/shared/tokens/tokens.ts';
import type { Completion } from '#src/domain/completion.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import type { WalletName } from '#src/domain/wallet.ts';

type TicketRow = Selectable<Database['tickets']>;
type TicketRevision = Pick<TicketRow, 'id' | 'turn'>;

/**
 * Subject that an entry code is derived from. A new revision (`turn`) makes new codes, so earlier screenshots of the ticket are
 * void.
 */
const codeSubject = ({ id, turn }: TicketRevision, person?: string): string =>
  person ? `${id}/${turn}/${person}` : turn === 0 ? id : `${id}/${turn}`;

/** The entry code of a ticket, or of one person of it, as it was issued. */
export const entryCodeOf = (
  tokens: TokenService,
  ticket: TicketRevision & Pick<TicketRow, 'entry_hash'>,
  person?: { id: string; entry_hash: string },
): string => tokens.issuedEntryCode(codeSubject(ticket, person?.id), (person ?? ticket).entry_hash);

const shareSubject = ({ id, turn }: TicketRevision): string => `${id}/${turn}`;

/** A new share token for this revision of a ticket. */
export const newShareToken = (tokens: TokenService, ticket: TicketRevision): string =>
  tokens.token('share', shareSubject(ticket));

/** The current share token of a ticket; '' when it is not shared. */
export const shareTokenOf = (tokens: TokenService, ticket: TicketRevision & Pick<TicketRow, 'share_hash'>): string =>
  ticket.share_hash === null ? '' : tokens.issuedToken('share', shareSubject(ticket), ticket.share_hash);

type Link = Pick<TicketRow, 'id' | 'link_revision' | 'token_hash'>;

const linkSubject = ({ id, link_revision }: Pick<Link, 'id' | 'link_revision'>): string =>
  link_revision === 0 ? id : `${id}/link/${link_revision}`;

/** A new token for the link of a ticket: revision 0 when it is created, the next one when its link is revoked. */
export const newTicketToken = (tokens: TokenService, link: Pick<Link, 'id' | 'link_revision'>): string =>
  tokens.token('reservation', linkSubject(link));

/** The token of a ticket's link as it was issued. */
export const ticketTokenOf = (tokens: TokenService, link: Link): string =>
  tokens.issuedToken('reservation', linkSubject(link), link.token_hash);

const readLink = (db: Db | Tx, id: string) =>
  db.selectFrom('tickets').select(['id', 'link_revision', 'token_hash']).where('id', '=', id).executeTakeFirstOrThrow();

/** As `ticketTokenOf`, by the ticket's id. */
export const readTicketToken = async (db: Db | Tx, tokens: TokenService, id: string): Promise<string> =>
  ticketTokenOf(tokens, await readLink(db, id));

/**
 * The token for the request that made a ticket; '' once its link was replaced, since the request may be repeated by the link that
 * leaked.
 */
export const readFirstToken = async (db: Db | Tx, tokens: TokenService, id: string): Promise<string> => {
  const link = await readLink(db, id);
  return link.link_revision === 0 ? ticketTokenOf(tokens, link) : '';
};

/** Stores the code hashes of a ticket and its people, after people were added or the revision changed. */
export const writeCodes = async (tx: Tx, tokens: TokenService, ticket: TicketRevision): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ turn: ticket.turn, entry_hash: hashOf(tokens.entryCode(codeSubject(ticket))) })
    .where('id', '=', ticket.id)
    .execute();
  const people = await tx.selectFrom('ticket_people').select('id').where('ticket_id', '=', ticket.id).execute();
  for (const { id } of people)
    await tx
      .updateTable('ticket_people')
      .set({ entry_hash: hashOf(tokens.entryCode(codeSubject(ticket, id))) })
      .where('id', '=', id)
      .execute();
};

type NewTicket = Pick<TicketRow, 'id' | 'order_id' | 'site' | 'number' | 'time_span_id' | 'lang'> &
  Partial<Pick<TicketRow, 'parent_id' | 'kind' | 'email' | 'changes' | 'date_changes' | 'note' | 'choice_until'>>;

const hashesOf = (tokens: TokenService, id: string) => ({
  token_hash: hashOf(newTicketToken(tokens, { id, link_revision: 0 })),
  entry_hash: hashOf(tokens.entryCode(codeSubject({ id, turn: 0 }))),
});

/** Creates a ticket without people. Its token and entry code are derived from its id. */
export const insertTicket = async (tx: Tx, tokens: TokenService, ticket: NewTicket): Promise<void> => {
  await tx
    .insertInto('tickets')
    .values({ ...ticket, ...hashesOf(tokens, ticket.id) })
    .execute();
};

/** Moves people to a new ticket of the same order. */
export const movePeople = async (
  tx: Tx,
  tokens: TokenService,
  people: readonly string[],
  to: string,
): Promise<void> => {
  await tx.updateTable('ticket_people').set({ ticket_id: to }).where('id', 'in', people).execute();
  await writeCodes(tx, tokens, { id: to, turn: 0 });
};

type Line = { option_id: string; position: number; price: number; count: number };

/** A new ticket for the lines of an order: its id and hashes, and its people. */
export const newTicket = (tokens: TokenService, lines: readonly Line[]) => {
  const id = crypto.randomUUID();
  const people = lines.flatMap(({ option_id, position, price, count }) =>
    Array.from({ length: count }, () => {
      const person = crypto.randomUUID();
      const entry_hash = hashOf(tokens.entryCode(codeSubject({ id, turn: 0 }, person)));
      return { id: person, option_id, position, price, entry_hash };
    }),
  );
  return { ticket: { id, ...hashesOf(tokens, id) }, people };
};

/** Hours after the payment in which the paying browser gets the full completion. */
const completionHours = 24;

/** `walletsAt`: the wallets in which a pass can be saved at a time. */
type CompletionDeps = { db: Db | Tx; tokens: TokenService; walletsAt: (at: Date) => WalletName[] };

/** The completion for the browser of this attempt; partial when another attempt paid, or when the payment is too old. */
export const completionFor = async (
  { db, tokens, walletsAt }: CompletionDeps,
  attempt: Pick<Selectable<Database['payments']>, 'id' | 'order_id'>,
): Promise<Completion | null> => {
  const row = await paymentsWithOrders(db)
    .innerJoin('tickets', (join) =>
      join
        .on('tickets.order_id', '=', sql`coalesce(orders.change_of, orders.id)`)
        .on('tickets.number', '=', orderNumber),
    )
    .select(['tickets.number', 'tickets.id', 'tickets.link_revision', 'tickets.token_hash'])
    .select(['orders.customer', sql<Date>`now()`.as('as_of')])
    .where('payments.id', '=', attempt.id)
    .where('payments.state', '=', 'paid')
    .where('orders.paid_at', '>', sql<Date>`now() - make_interval(hours => ${completionHours})`)
    .where('orders.status', '=', 'paid')
    .where('tickets.state', '<>', 'changed')
    .executeTakeFirst();
  if (!row) return partialCompletionOf(db, attempt.order_id);
  return {
    reservation_number: row.number,
    reservation_token: ticketTokenOf(tokens, row),
    ...(row.customer?.email && { sent_to: hiddenMail(row.customer.email) }),
    wallets: walletsAt(row.as_of),
  };
};

/** The completion for the browser that paid the order, in any of its tabs; null for other browsers. */
export const completionOfBrowser = async (
  deps: CompletionDeps,
  { order_id, browser }: { order_id: string; browser: string | null },
): Promise<Completion | null> => {
  if (browser === null) return null;
  const paid = await deps.db
    .selectFrom('payments')
    .select(['id', 'order_id'])
    .where('order_id', '=', order_id)
    .where('state', '=', 'paid')
    .where('browser_hash', '=', browser)
    .executeTakeFirst();
  return paid ? completionFor(deps, paid) : null;
};

/** An unused reservation number. Numbers of changed tickets do not count, since their successors have them. */
export const freeReservationNumber = async (tx: Tx): Promise<string> => {
  for (;;) {
    const number = newReservationNumber();
    const isTaken = sql<number>`1`.as('is_taken');
    const orders = tx.selectFrom('orders').select(isTaken).where('reservation_number', '=', number);
    const tickets = tx
      .selectFrom('tickets')
      .select(isTaken)
      .where('number', '=', number)
      .where('state', '<>', 'changed');
    if (!(await orders.unionAll(tickets).executeTakeFirst())) return number;
  }
};
