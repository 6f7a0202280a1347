import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import { pickTexts } from '#server/db/tables.ts';
import { magazineTokenOf } from '#server/orders/magazines.ts';
import { readSetsLeft } from '#server/orders/order-contents.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { Lang } from '#src/domain/lang.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import type { OrderSet } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { readChoice } from './end-tickets.ts';
import { refundableOf } from './paid-parts.ts';
import { changeUntil, findShared, holderOf, type TicketDetails, unsentTo } from './ticket-details.ts';
import { entryCodeOf, shareTokenOf, ticketTokenOf } from './tickets.ts';

/** People of a ticket grouped into order lines, by option and price. */
export const linesOf = ({ people }: Pick<TicketDetails, 'people'>, lang: Lang): Ticket['order_options'] => {
  const lines = new Map<string, Ticket['order_options'][number]>();
  for (const { option_id: id, price: add_cost, type, words } of people) {
    const key = `${id} ${add_cost}`;
    const quantity = (lines.get(key)?.quantity ?? 0) + 1;
    lines.set(key, { id, name: pickTexts(words, lang).name, type, add_cost, quantity });
  }
  return [...lines.values()];
};

/** Fields for both the owner and a recipient; entry codes only where the link admits. */
const commonFields = (tokens: TokenService, ticket: TicketDetails, lang: Lang, admits: boolean) => ({
  state: ticket.state,
  ...pickTexts(ticket.words, lang),
  sale_type: ticket.sale_type,
  reservation_from: ticket.reservation_from.toISOString(),
  reservation_to: ticket.reservation_to.toISOString(),
  quantity: ticket.people.length,
  entry_code: admits ? entryCodeOf(tokens, ticket) : '',
  people: ticket.people.map(({ id, option_id, words, entry_hash, used_at }) => ({
    option_id,
    name: pickTexts(words, lang).name,
    entry_code:
      admits && entry_hash !== null && used_at === null ? entryCodeOf(tokens, ticket, { id, entry_hash }) : '',
    used: used_at !== null || ticket.state === 'used',
  })),
  as_of: ticket.as_of.toISOString(),
});

/** Set products stay with the buyer's ticket, even when it is moved to another date. */
export const readSets = async (
  db: Db | Tx,
  { isBuyers, state, order_id }: TicketDetails,
  lang: Lang,
): Promise<OrderSet[]> => (isBuyers && state !== 'changed' ? readSetsLeft(db, order_id, lang) : []);

/** Split-off tickets; one whose date was changed appears in its current form. */
const childrenOf = async (db: Db, tokens: TokenService, parent: string): Promise<Ticket['children']> => {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'kind', 'state', 'email', 'link_revision', 'token_hash', unsentTo.as('unsent_to')])
    .select(({ selectFrom }) =>
      selectFrom('ticket_people')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('ticket_people.ticket_id', '=', 'tickets.id')
        .as('quantity'),
    )
    .where('parent_id', '=', parent)
    .where('state', '<>', 'changed')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, state, email, quantity, unsent_to, ...link }) => ({
    kind: kind === 'sent' ? kind : 'split',
    state,
    quantity: quantity ?? 0,
    reservation_token: kind === 'split' ? ticketTokenOf(tokens, link) : '',
    sent_to: kind === 'sent' ? hiddenMail(email ?? '') : '',
    ...(kind === 'sent' && unsent_to !== null ? { is_unsent: true } : {}),
  }));
};

/**
 * Only the buyer joined the newsletter, so only the buyer's ticket leads to leaving it; and only if the purchase asked for it, since
 * the address may be somebody else's, who reads it.
 */
const magazineOf = async (deps: TicketDeps, ticket: TicketDetails): Promise<Pick<Ticket, 'magazine_token'>> => {
  const { isBuyers, customer, site } = ticket;
  if (!isBuyers || customer?.mail_magazine !== 'true') return {};
  const token = await magazineTokenOf(deps, site, customer.email);
  return token === null ? {} : { magazine_token: token };
};

/** Where the newest mail about the ticket could not be sent to, masked. */
const unsentOf = async (db: Db, { id }: TicketDetails): Promise<Pick<Ticket, 'unsent_to'>> => {
  const row = await db.selectFrom('tickets').select(unsentTo.as('address')).where('id', '=', id).executeTakeFirst();
  return row?.address ? { unsent_to: hiddenMail(row.address) } : {};
};

/** How often, until when and at what cost its date may be changed, where the product has a rule and it still may be. */
const changeRuleOf = async (db: Db, ticket: TicketDetails): Promise<Pick<Ticket, 'change_rule'>> => {
  const { actions, most_changes, date_changes, difference, fee, refunds } = ticket;
  const until = changeUntil(ticket);
  const isFree = difference === null && fee === 0 && !refunds;
  if (actions.change_date !== null || (most_changes === null && until === null && isFree)) return {};
  const left = most_changes === null ? null : most_changes - date_changes;
  const refund = refunds && { refund: (await refundableOf(db, ticket)).length > 0 };
  const costs = { ...(difference && { difference }), ...(fee > 0 && { fee }), ...refund };
  return { change_rule: { left, until: until?.toISOString() ?? null, ...costs } };
};

/** The ticket as its holder sees it; `wallets`: those that are offered for it. */
export const viewTicket = async (
  deps: TicketDeps,
  ticket: TicketDetails,
  lang: Lang,
  wallets: Ticket['wallets'],
): Promise<Ticket> => ({
  ...commonFields(deps.tokens, ticket, lang, ticket.state === 'valid'),
  reservation_number: ticket.number,
  product_uuid: ticket.product_uuid,
  time_span_id: ticket.time_span_id,
  price: ticket.people.reduce((sum, { price }) => sum + price, 0),
  order_options: linesOf(ticket, lang),
  share_token: ticket.state === 'shared' ? shareTokenOf(deps.tokens, ticket) : '',
  set_products: await readSets(deps.db, ticket, lang),
  children: await childrenOf(deps.db, deps.tokens, ticket.id),
  actions: ticket.actions,
  ...(await changeRuleOf(deps.db, ticket)),
  choice: await readChoice(deps.db, ticket),
  wallets,
  ...(await magazineOf(deps, ticket)),
  ...(await unsentOf(deps.db, ticket)),
  ...(ticket.note ? { note: ticket.note } : {}),
  ...(ticket.actions.revoke === null ? { holder_email: hiddenMail(holderOf(ticket) ?? '') } : {}),
});

/** The ticket as the recipient of its share link sees it. Throws token_not_found. */
export const readShared = async (
  db: Db,
  tokens: TokenService,
  site: SiteCode,
  token: string,
  readerLang: Lang | undefined,
): Promise<SharedTicket> => {
  const ticket = await findShared(db, site, token);
  const lang = readerLang ?? ticket.lang;
  const admits = ticket.state === 'shared';
  const sets = await readSets(db, ticket, lang);
  return {
    ...commonFields(tokens, ticket, lang, admits),
    state: admits ? 'valid' : ticket.state,
    order_options: linesOf(ticket, lang).map(({ add_cost: _price, ...line }) => line),
    set_products: sets.map(({ add_cost: _price, ...set }) => set),
  };
};
