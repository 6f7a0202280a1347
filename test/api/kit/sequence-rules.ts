import type { Outcome } from './sequence-actions.ts';
import { roomOf } from './sequence-fixture.ts';
import { isIn, type Model, type Person, type State, soldAt, stateOf, type Ticket, unused } from './sequence-model.ts';
import type { Action, Plan } from './sequence-plan.ts';

/** Why a ticket cannot be given away or moved, or null. */
const obstacle = (model: Model, ticket: Ticket): Outcome | null => {
  const state = stateOf(model, ticket);
  if (state !== 'valid') return `cannot_change_ticket ${state}`;
  return isIn(ticket) ? 'cannot_change_ticket used' : null;
};

/** Counts a try for each key; false if any of them has reached its limit. */
const tryOnce = ({ tries }: Model, max: number, ...things: string[]): boolean => {
  if (things.some((thing) => (tries.get(thing) ?? 0) >= max)) return false;
  for (const thing of things) tries.set(thing, (tries.get(thing) ?? 0) + 1);
  return true;
};

const chosen = ({ people }: Ticket, lines: Plan['lines']): { selected: Person[]; refusal: Outcome | null } => {
  const some = (id: string) => people.filter(({ option }) => option === id);
  for (const [index, { id, count }] of lines.entries()) {
    if (some(id).length === 0 || lines.findIndex((line) => line.id === id) < index)
      return { selected: [], refusal: 'invalid_input' };
    if (count > some(id).length) return { selected: [], refusal: 'invalid_quantity' };
  }
  const selected = lines.flatMap(({ id, count }) => some(id).slice(0, count));
  return { selected, refusal: selected.length === 0 ? 'split_option_less_than_one' : null };
};

/** Moves people from a ticket to a new one with a new number. */
const takeOff = (model: Model, from: Ticket, people: Person[], to: Pick<Ticket, 'mail' | 'isSent'>): Outcome => {
  from.people = from.people.filter((person) => !people.includes(person));
  if (from.people.length === 0) from.state = 'sent';
  model.tickets.push({ ...from, ...to, state: 'valid', people, series: model.series, revision: 0, share: -1 });
  model.series += 1;
  return 'done';
};

const sendTo = (model: Model, ticket: Ticket, mail: string, lines: Plan['lines']): Outcome => {
  const { selected, refusal } = chosen(ticket, lines);
  if (refusal) return refusal;
  if (!tryOnce(model, 10, `sent to ${mail}`)) return 'rate_limited';
  model.mails.push(`ticket_sent ${mail}`);
  return takeOff(model, ticket, selected, { mail, isSent: true });
};

/** The ticket that has the same number now. */
const currentOf = ({ tickets }: Model, { series }: Ticket): Ticket => {
  const ticket = tickets.findLast((one) => one.series === series);
  if (!ticket) throw new Error(`There is no ticket with the number ${series}.`);
  return ticket;
};

const moveTo = (model: Model, ticket: Ticket, slot: Plan['slot']): Outcome => {
  const { seats, surcharge } = roomOf(slot);
  if (slot === ticket.slot) return 'invalid_input';
  if (seats === 0) return 'product_change_date_error';
  if (slot === 'closed') return 'ticket_not_on_sale';
  if (slot === 'outside') return 'coupon_out_of_coverage';
  if (surcharge > roomOf('home').surcharge) return 'dearer_slot';
  const isBuyers = ticket.series === 0;
  if (soldAt(model, slot) + ticket.people.length > seats || (isBuyers && slot === 'bare')) return 'seat_reserve_error';
  if (isBuyers) model.sets = slot;
  model.mails.push(`ticket_changed ${ticket.mail}`);
  model.tickets.push({ ...ticket, state: 'valid', slot, revision: 0, share: -1 });
  ticket.state = 'changed';
  ticket.people = [];
  return 'done';
};

/**
 * At the gate: a code admits the people for whom it was shown, as long as its revision is current and they are still on the
 * ticket.
 */
const admit = (model: Model, ticket: Ticket, only: Person | null, byNumber: boolean): Outcome => {
  const state = stateOf(model, ticket);
  if (state === 'shared' && byNumber) return 'refused shared';
  if (state === 'sent' || state === 'changed' || state === 'cancelled') return `refused ${state}`;
  const entering = unused(ticket).filter((person) => only === null || person === only);
  if (entering.length === 0) return 'refused used';
  for (const person of entering) person.used = true;
  const left = unused(ticket).length;
  if (left === 0) ticket.state = 'used';
  return `${entering.length} in, ${left} left`;
};

const count = (tickets: Ticket[]): number => tickets.reduce((sum, { people }) => sum + people.length, 0);
const canEnter = ({ state, ...ticket }: Ticket) =>
  (state === 'valid' || state === 'shared') && !isIn({ state, ...ticket });

/** Ends tickets and, with `status`, the order; its set products stay with a buyer who has entered. */
const end = (model: Model, ending: Ticket[], status: Model['order']): void => {
  const buyers = model.tickets.findLast(({ series }) => series === 0);
  if (status !== 'paid' && !(buyers && isIn(buyers))) model.sets = null;
  model.order = status;
  for (const ticket of ending) {
    ticket.state = 'cancelled';
    if (status !== 'refunded' || ticket.isSent) model.mails.push(`cancelled ${ticket.mail}`);
  }
};

const cancelNumber = (model: Model, requested: Ticket): Outcome => {
  if (model.order !== 'paid') return `refused ${model.order}`;
  const all = model.tickets.filter(({ state }) => state !== 'changed');
  const named = requested.series === 0 ? all : [currentOf(model, requested)];
  const ending = named.filter(canEnter);
  if (ending.length === 0) return `refused ${named.some(isIn) ? 'used' : currentOf(model, requested).state}`;
  const isOver = !all.some((ticket) => isIn(ticket) || (canEnter(ticket) && !ending.includes(ticket)));
  end(model, ending, isOver ? 'cancelled' : 'paid');
  return `${count(ending)} cancelled, ${count(named.filter(isIn))} used`;
};

const payBack = (model: Model, requested: Ticket, force: boolean): Outcome => {
  if (requested.series !== 0) return 'refused part';
  if (model.order === 'paid' && !force && model.tickets.some(isIn)) return 'refused entered';
  if (model.order === 'refunded') return 'refused refunded';
  const ending = model.order === 'paid' ? model.tickets.filter(canEnter) : [];
  if (model.order === 'paid') end(model, ending, 'refunded');
  model.order = 'refunded';
  model.mails.push(`refunded ${model.tickets[0]?.mail}`);
  return `${model.total} yen back`;
};

const shown = ({ people, ...ticket }: Ticket, isOpen: boolean, state: State): Outcome =>
  `${state} ${people.length}, ${isOpen ? 1 + unused({ people, ...ticket }).length : 0} codes`;

/** The expected outcome of each step; updates the model. */
export const predict: Record<Action, (model: Model, plan: Plan, ticket: Ticket) => Outcome> = {
  rest: () => '',
  read: (model, _plan, ticket) => {
    const state = stateOf(model, ticket);
    return `${shown(ticket, state === 'valid', state)}, ${ticket.people.length - unused(ticket).length} used`;
  },
  readShared: (model, { share }) => {
    const ticket = model.shares[share];
    if (ticket?.share !== share) return 'dead';
    const state = stateOf(model, ticket);
    return shown(ticket, state === 'shared', state === 'shared' ? 'valid' : state);
  },
  share: (model, _plan, ticket) => {
    const state = stateOf(model, ticket);
    if (state !== 'valid' && state !== 'shared') return `cannot_change_ticket ${state}`;
    if (isIn(ticket)) return 'cannot_change_ticket used';
    if (state === 'valid') {
      ticket.state = 'shared';
      ticket.revision += 1;
      ticket.share = model.shares.push(ticket) - 1;
    }
    return `share ${ticket.share}`;
  },
  stop: (model, _plan, ticket) => {
    const state = stateOf(model, ticket);
    if (state === 'valid') return 'done';
    if (state !== 'shared') return `cannot_change_ticket ${state}`;
    if (isIn(ticket)) return 'cannot_change_ticket used';
    ticket.state = 'valid';
    ticket.revision += 1;
    ticket.share = -1;
    return 'done';
  },
  send: (model, { mail, lines }, ticket) => obstacle(model, ticket) ?? sendTo(model, ticket, mail, lines),
  sendAll: (model, { mail }, ticket) => {
    const options = new Set(ticket.people.map(({ option }) => option));
    const lines = [...options].map((id) => ({ id, count: ticket.people.filter(({ option }) => option === id).length }));
    return obstacle(model, ticket) ?? sendTo(model, ticket, mail, lines);
  },
  split: (model, { lines }, ticket) => {
    const obstructed = obstacle(model, ticket);
    if (obstructed) return obstructed;
    if (ticket.people.length < 2) return 'split_no_child';
    const { selected, refusal } = chosen(ticket, lines);
    if (refusal) return refusal;
    return selected.length === ticket.people.length ? 'split_no_child' : takeOff(model, ticket, selected, ticket);
  },
  move: (model, { slot }, ticket) => obstacle(model, ticket) ?? moveTo(model, ticket, slot),
  lookUp: (model, { numberOf, mail }, ticket) => {
    const found = numberOf < 0 ? null : currentOf(model, ticket);
    if (found?.mail === mail) return `link ${model.tickets.indexOf(found)}`;
    return tryOnce(model, 10, `mail ${mail}`) ? 'ticket_not_found' : 'rate_limited';
  },
  mails: (model, { mail }) => {
    if (!tryOnce(model, 3, `links for ${mail}`)) return 'rate_limited';
    const open = model.tickets.filter((one) => /valid|shared/.test(stateOf(model, one)) && one.mail === mail);
    return `links ${open.map((ticket) => model.tickets.indexOf(ticket)).join(' ')}`;
  },
  receipt: (model, _plan, ticket) => {
    const state = stateOf(model, ticket);
    if (state === 'changed' || state === 'cancelled') return `cannot_change_ticket ${state}`;
    return ticket.series === 0 ? `${model.total} yen` : 'token_not_found';
  },
  calendar: (model, _plan, ticket) => {
    const state = stateOf(model, ticket);
    return state === 'valid' || state === 'shared' ? '1 visit' : `cannot_change_ticket ${state}`;
  },
  gate: (model, { code }, ticket) => {
    if (!code) return admit(model, currentOf(model, ticket), null, true);
    const meaning = model.meanings[code.at];
    const { ticket: of, revision, person } = meaning ?? { ticket, revision: -1, person: null };
    const isKnown = of.revision === revision && (person === null || of.people.includes(person));
    return isKnown ? admit(model, of, person, false) : 'refused unknown';
  },
  cancel: (model, _plan, ticket) => cancelNumber(model, ticket),
  refund: (model, { force }, ticket) => payBack(model, ticket, force),
  again: () => 'the same',
};
