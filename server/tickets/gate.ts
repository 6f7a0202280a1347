import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { pickTexts } from '#server/db/tables.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { entryCodeOf, reservationNumberOf } from '#src/domain/ticket.ts';
import { type Actor, writeAct } from './acts.ts';
import { readTickets, type TicketDetails } from './ticket-details.ts';
import { linesOf, readSets } from './ticket-view.ts';

/** A ticket presented at the gate by its number or code, or one person of it by their own code. */
type Shown = { ticket: string; order: string; person: string | null; by: 'code' | 'number' };

/** Entry codes have 16 characters (`TokenService.entryCode`), reservation numbers 12, so neither can be mistaken for the other. */
const findShown = async (tx: Tx, typed: string, site: SiteCode | null): Promise<Shown | null> => {
  const code = entryCodeOf(typed);
  const tickets = tx
    .selectFrom('tickets')
    .select(['tickets.id as ticket', 'tickets.order_id as order'])
    .$if(site !== null, (query) => query.where('tickets.site', '=', site));
  const whole = await tickets.where('entry_hash', '=', hashOf(code)).executeTakeFirst();
  if (whole) return { ...whole, person: null, by: 'code' };
  const one = await tickets
    .innerJoin('ticket_people', 'ticket_people.ticket_id', 'tickets.id')
    .select('ticket_people.id as person')
    .where('ticket_people.entry_hash', '=', hashOf(code))
    .executeTakeFirst();
  if (one) return { ...one, by: 'code' };
  const numbered = await tickets
    .where('number', '=', reservationNumberOf(typed))
    .where('state', '<>', 'changed')
    .executeTakeFirst();
  return numbered ? { ...numbered, person: null, by: 'number' } : null;
};

/**
 * Locks the order of the ticket that is shown, and reads it again: codes and numbers can move to another ticket. `people`: those whom
 * the code or number stands for. Throws OperatorProblem: unknown.
 */
export const lockShown = async (tx: Tx, typed: string, site: SiteCode | null) => {
  const first = await findShown(tx, typed, site);
  if (!first) throw new OperatorProblem('unknown');
  await lockOrder(tx, first.order);
  const shown = await findShown(tx, typed, site);
  const [ticket] = shown ? await readTickets(tx, [shown.ticket]) : [];
  if (!shown || !ticket) throw new OperatorProblem('unknown');
  return { shown, ticket, people: ticket.people.filter(({ id }) => shown.person === null || id === shown.person) };
};

/** Why a ticket is not for now: its product's grace is in minutes around the slot; without one the whole day is. */
const untimely = ({ as_of, reservation_from, reservation_to, grace }: TicketDetails) => {
  const [now, from, to] = [as_of.getTime(), reservation_from.getTime(), reservation_to.getTime()];
  const margin = (grace ?? 0) * 60_000;
  if (grace !== null && from - margin <= now && now < to + margin) return null;
  const today = venueDay(now);
  if (today < venueDay(from) || venueDay(to - 1) < today) return 'not_today';
  if (grace === null) return null;
  return now < from ? 'too_early' : 'too_late';
};

const lastUse = (people: TicketDetails['people']): string => {
  const times = people.flatMap(({ used_at }) => used_at?.toISOString() ?? []);
  return times.sort().at(-1) ?? '';
};

/** Throws an OperatorProblem unless the ticket admits people now. While it is shared, only the code of the share link is accepted. */
const mustAdmitNow = (ticket: TicketDetails, shown: Shown, people: TicketDetails['people'], force: boolean): void => {
  const { state, number } = ticket;
  if (state === 'shared' && shown.by === 'number') throw new OperatorProblem('shared', { number });
  if (state === 'sent' || state === 'changed' || state === 'cancelled') throw new OperatorProblem(state, { number });
  if (state === 'used' || people.every(({ used_at }) => used_at !== null))
    throw new OperatorProblem('used', { number, at: lastUse(people) });
  const why = force ? null : untimely(ticket);
  if (why === null) return;
  const [from, to] = [ticket.reservation_from.toISOString(), ticket.reservation_to.toISOString()];
  throw new OperatorProblem(why, { number, from, to });
};

/** The product, the people who enter by kind, and set products to hand out, with the first of them. */
const namesIn = async (tx: Tx, ticket: TicketDetails, entering: TicketDetails['people'], lang: Lang) => {
  const sets = ticket.isEntered ? [] : await readSets(tx, ticket, lang);
  return {
    product: pickTexts(ticket.words, lang).product_name,
    kinds: linesOf({ people: entering }, lang).map(({ name, quantity }) => ({ name, count: quantity })),
    sets: sets.map(({ product_name, quantity }) => ({ name: product_name, count: quantity })),
  };
};

/**
 * A gate and its limits. `force`: it also admits at another time; `site`: it admits only tickets of that site, null: of all;
 * `products`: lists of uuids, each of which must have the ticket's product.
 */
export type GateRules = Actor & {
  site: SiteCode | null;
  force?: boolean;
  products: readonly (readonly string[])[];
  /** How many of a ticket's people enter, in the sequence of the ticket; undefined: all. */
  people?: number | undefined;
};

/** Throws an OperatorProblem for a ticket of a product that the gate does not admit. */
const mustAdmitProduct = (
  { number, product_uuid, words }: TicketDetails,
  { products }: Pick<GateRules, 'products'>,
): void => {
  if (products.every((listed) => listed.includes(product_uuid))) return;
  const names = new Set((['ja', 'en'] as const).map((lang) => pickTexts(words, lang).product_name));
  throw new OperatorProblem('other_product', { number, product: [...names].join(' / ') });
};

/** The people of a ticket who enter now. Throws an OperatorProblem when more want to enter than are outside. */
const enteringOf = (number: string, people: TicketDetails['people'], wanted: number | undefined) => {
  const outside = people.filter(({ used_at }) => used_at === null);
  if (wanted !== undefined && wanted > outside.length)
    throw new OperatorProblem('fewer_left', { number, left: String(outside.length) });
  return outside.slice(0, wanted);
};

/**
 * Admits the holder of an entry code or a reservation number: the whole ticket, so many people of it, or one by their separate code.
 * The ticket is used once everybody has entered. Throws OperatorProblem: unknown, used, shared, sent, changed, cancelled, not_today,
 * too_early, too_late, other_product, fewer_left.
 */
export const passGate = ({ db }: { db: Db }, typed: string, rules: GateRules) =>
  inTransaction(db, async (tx) => {
    const { site, force = false } = rules;
    const { shown, ticket, people } = await lockShown(tx, typed, site);
    mustAdmitProduct(ticket, rules);
    mustAdmitNow(ticket, shown, people, force);
    const entering = enteringOf(ticket.number, people, rules.people);
    const ids = entering.map(({ id }) => id);
    const act_id = await writeAct(tx, 'admitted', ticket, rules, ids.length);
    await tx.updateTable('ticket_people').set({ used_at: sql`now()`, act_id }).where('id', 'in', ids).execute();
    const left = ticket.people.filter(({ id, used_at }) => used_at === null && !ids.includes(id)).length;
    if (left === 0) await tx.updateTable('tickets').set({ state: 'used' }).where('id', '=', ticket.id).execute();
    const [from, to] = [ticket.reservation_from.toISOString(), ticket.reservation_to.toISOString()];
    const names = { en: await namesIn(tx, ticket, entering, 'en'), ja: await namesIn(tx, ticket, entering, 'ja') };
    return { number: ticket.number, quantity: ids.length, left, from, to, lang: ticket.lang, names };
  });

/** `quantity`: people who entered now; `left`: people of the ticket who have not entered; `lang`: of the ticket's page. */
export type Admission = Awaited<ReturnType<typeof passGate>>;

/** Minutes for which an admission can be undone. */
const undoMinutes = 10;

/**
 * Undoes the newest admission of a ticket by its code or number, or of one person by their own code, within minutes, at whichever gate
 * that admits its product. `quantity`: people who are outside again; `left`: all of the ticket who are; `from_gate`: where they were
 * admitted. Throws OperatorProblem: unknown, other_product, nothing_to_undo.
 */
export const undoAdmission = (
  { db }: { db: Db },
  typed: string,
  { site, ...rules }: Pick<GateRules, 'by' | 'gate' | 'site' | 'products'>,
) =>
  inTransaction(db, async (tx) => {
    const { ticket, people } = await lockShown(tx, typed, site);
    mustAdmitProduct(ticket, rules);
    const { id, number } = ticket;
    const ids = people.map((one) => one.id);
    const act = await tx
      .selectFrom('order_acts')
      .select(['id', 'gate'])
      .where('ticket_id', '=', id)
      .where('kind', '=', 'admitted')
      .where('at', '>', sql<Date>`now() - make_interval(mins => ${undoMinutes})`)
      .where('id', 'in', ({ selectFrom }) => selectFrom('ticket_people').select('act_id').where('id', 'in', ids))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!act || ticket.status !== 'paid')
      throw new OperatorProblem('nothing_to_undo', { number, minutes: String(undoMinutes) });
    const entered = tx.updateTable('ticket_people').where('act_id', '=', act.id).where('id', 'in', ids);
    const outside = await entered.set({ used_at: null, act_id: null }).executeTakeFirstOrThrow();
    const quantity = Number(outside.numUpdatedRows);
    const state = ticket.share_hash === null ? 'valid' : 'shared';
    await tx.updateTable('tickets').set({ state }).where('id', '=', id).where('state', '=', 'used').execute();
    await writeAct(tx, 'undone', ticket, rules, quantity);
    const left = ticket.people.filter(({ used_at }) => used_at === null).length + quantity;
    return { number, quantity, left, from_gate: act.gate };
  });
