import { type Fixture, roomOf, type SlotName } from './sequence-fixture.ts';

export type Person = { option: string; used: boolean };
export type State = 'valid' | 'shared' | 'used' | 'sent' | 'changed' | 'cancelled';
/**
 * `series` identifies a reservation number: the buyer's is 0, and a move keeps it. `revision` identifies which of the ticket's codes are
 * valid.
 */
export type Ticket = {
  state: State;
  people: Person[];
  series: number;
  slot: SlotName;
  mail: string;
  /** Whether it was sent to this address, rather than to the buyer's. */
  isSent: boolean;
  revision: number;
  share: number;
};
/** The people that a code admitted when it was shown. */
type Meaning = { ticket: Ticket; revision: number; person: Person | null };

/**
 * The expected state, modelled independently of the server so that it does not repeat its mistakes. The tickets have the same
 * indices as the fixture's links.
 */
export type Model = {
  order: 'paid' | 'cancelled' | 'refunded';
  tickets: Ticket[];
  series: number;
  shares: Ticket[];
  meanings: Meaning[];
  tries: Map<string, number>;
  total: number;
  /** Where the order's two set products are sold. */
  sets: SlotName | null;
  mails: string[];
};

export const newModel = ({ party, mail, total }: Fixture): Model => {
  const some = (option: string, count: number) => Array.from({ length: count }, () => ({ option, used: false }));
  const people = [...some('admission-adult', party.adults), ...some('admission-child', party.children)];
  const ticket: Ticket = {
    state: 'valid',
    people,
    series: 0,
    slot: 'home',
    mail,
    isSent: false,
    revision: 0,
    share: -1,
  };
  const counts = { order: 'paid', series: 1, total, sets: 'home' } as const;
  const mails = [`completed ${mail}`];
  return { ...counts, tickets: [ticket], shares: [], meanings: [], tries: new Map(), mails };
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

/** Records the people that the codes shown in the last step admit. */
export const learnCodes = (model: Model, { codes }: Fixture): void => {
  for (const { link, place } of codes.slice(model.meanings.length)) {
    const ticket = model.tickets[link];
    if (!ticket) throw new Error(`A code of the unknown link ${link}.`);
    model.meanings.push({ ticket, revision: ticket.revision, person: ticket.people[place] ?? null });
  }
};

/** The expected result of `readEffects`. */
export const effectsOf = ({ sets, order, mails }: Model) => ({
  status: order,
  sets: sets ? [[sets, 2]] : [],
  uses: order === 'paid' ? 1 : 0,
  mails: mails.toSorted(),
});
