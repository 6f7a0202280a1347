import { roomOf, type SlotName, type World } from './sequence-world.ts';

export type Person = { option: string; used: boolean };
export type State = 'valid' | 'shared' | 'used' | 'sent' | 'changed' | 'cancelled';
/** `series`: who has its number; the buyer's is 0, and a new date keeps it. `turn` says which of its codes count. */
export type Ticket = {
  state: State;
  people: Person[];
  series: number;
  slot: SlotName;
  mail: string;
  turn: number;
  share: number;
};
/** Whom a code was for when it was seen. */
type Meaning = { ticket: Ticket; turn: number; person: Person | null };

/**
 * What must hold, told anew in its own words, so that it does not repeat the server's mistakes: tickets stand in the order
 * of the world's links.
 */
export type Model = {
  order: 'paid' | 'cancelled' | 'refunded';
  tickets: Ticket[];
  series: number;
  shares: Ticket[];
  meanings: Meaning[];
  tries: Map<string, number>;
  total: number;
};

export const newModel = ({ party, mail, total }: World): Model => {
  const some = (option: string, count: number) => Array.from({ length: count }, () => ({ option, used: false }));
  const people = [...some('admission-adult', party.adults), ...some('admission-child', party.children)];
  const ticket: Ticket = { state: 'valid', people, series: 0, slot: 'home', mail, turn: 0, share: -1 };
  const counts = { order: 'paid', series: 1, total } as const;
  return { ...counts, tickets: [ticket], shares: [], meanings: [], tries: new Map() };
};

const seated: readonly State[] = ['valid', 'shared', 'used'];
export const isIn = ({ people }: Ticket) => people.some(({ used }) => used);
export const stateOf = (model: Model, ticket: Ticket): State => (model.order === 'paid' ? ticket.state : 'cancelled');
export const unused = ({ people }: Ticket) => people.filter(({ used }) => !used);

/** Seats sold of a timespan. */
export const soldAt = ({ tickets }: Model, slot: SlotName): number =>
  tickets
    .filter((ticket) => ticket.slot === slot && seated.includes(ticket.state))
    .reduce((sum, { people }) => sum + people.length, roomOf(slot).taken);

/** Codes the world saw in the last step belong to whom they were shown for. */
export const learnCodes = (model: Model, { codes }: World): void => {
  for (const { link, place } of codes.slice(model.meanings.length)) {
    const ticket = model.tickets[link];
    if (!ticket) throw new Error(`A code of the unknown link ${link}.`);
    model.meanings.push({ ticket, turn: ticket.turn, person: ticket.people[place] ?? null });
  }
};
