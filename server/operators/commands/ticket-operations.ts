import * as v from 'valibot';
import { refundOrder } from '#server/payments/refund.ts';
import { hurryMails } from '#server/shared/outbox/outbox.ts';
import { invalid } from '#server/shared/problem.ts';
import type { Actor } from '#server/tickets/acts.ts';
import { cancelTickets, type VenueContext } from '#server/tickets/end-tickets.ts';
import { passGate, undoAdmission } from '#server/tickets/gate.ts';
import { resendMail, revokeNumbered } from '#server/tickets/reissue.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Moment, Seats, Yen } from '#src/domain/product.ts';
import { atMost } from '#src/domain/text.ts';
import { Amount, Flag, Items, itemsIn, ReservationNumber, typed, Uuids, uuidsIn, Why, wholeNumber } from './fields.ts';
import { changing, type OperationContext, operation } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { admittedText, cancelledText, filled, refundedText, resentText } from './texts.ts';

const change = { ...changing, site: 'possible' } as const;

const GateName = v.optional(
  v.pipe(v.string(), v.trim(), atMost(100), v.description('Name of the gate, for the record; the token’s without it.')),
  '',
);
const actorOf = ({ by, name }: OperationContext, gate: string): Actor => ({ by, gate: gate || name });

const venueOf = (context: OperationContext, why: string): VenueContext => ({
  base: context.deps.publicUrl ?? context.shopUrl,
  site: context.site,
  actor: { ...actorOf(context, ''), why },
});

/** Lists of the only products of a gate: those that are named for it, and its token's. */
const limitsOf = ({ products }: OperationContext, named?: string): (readonly string[])[] =>
  [uuidsIn(named), products].filter(({ length }) => length > 0);

export const ticketOperations = {
  gate: operation({
    does: 'Lets in: marks the ticket used, or one person of it where the code is a person’s.',
    details:
      'Says who enters, what to hand out, and who is still outside. While a ticket is shared only the code behind the share link lets in.',
    ...change,
    scope: 'gate',
    cli: { args: ['code'] },
    input: v.object({
      code: typed('Entry code of a ticket or person, or a reservation number.'),
      force: Flag('Also when its slot is not today’s, or too early or too late by its product’s grace.'),
      products: Uuids('Uuids of the products that this gate lets in, separated by commas; all without it.'),
      gate: GateName,
      people: v.optional(wholeNumber(1, 999, 'How many of the group enter now; all without it.')),
    }),
    reply: {
      number: v.string(),
      quantity: Seats,
      left: Seats,
      from: Moment,
      to: Moment,
      lang: LangSchema,
      product: v.string(),
      kinds: v.array(v.object({ name: v.string(), count: Seats })),
      sets: v.array(v.object({ name: v.string(), count: Seats })),
    },
    run: async (context, { code, products, gate, ...rules }) => {
      const { deps, site } = context;
      const limits = limitsOf(context, products);
      const admission = await passGate(deps, code, { ...rules, ...actorOf(context, gate), site, products: limits });
      const { names, ...facts } = admission;
      return { text: admittedText(admission), facts: { ...facts, ...names.ja } };
    },
  }),
  'gate-undo': operation({
    does: 'Undoes the newest admission of a ticket, or of the person whose code it is, at most ten minutes old, at whichever gate.',
    ...change,
    scope: 'gate',
    cli: { args: ['code'] },
    input: v.object({ code: typed('As for `gate`: of the same ticket.'), gate: GateName }),
    reply: { number: v.string(), quantity: Seats, left: Seats, from_gate: v.string() },
    run: async (context, { code, gate }) => {
      const rules = { ...actorOf(context, gate), site: context.site, products: limitsOf(context) };
      const facts = await undoAdmission(context.deps, code, rules);
      return { text: filled(texts.tickets.outside_again, facts), facts };
    },
  }),
  cancel: operation({
    does: 'Cancels without paying back, and mails the holders.',
    details:
      'The buyer’s number stands for the whole order: everything that was split off, sent or moved to another date. The number of a part stands for that part alone. Used tickets stay used.',
    ...change,
    cli: { args: ['reservation_number'] },
    input: v.object({ reservation_number: ReservationNumber, why: Why }),
    reply: { number: v.string(), isWhole: v.boolean(), quantity: Seats, used: Seats },
    run: async (context, { reservation_number, why }) => {
      const facts = await cancelTickets(context.deps, venueOf(context, why), reservation_number);
      return { text: cancelledText(facts), facts };
    },
  }),
  refund: operation({
    does: 'Pays the whole order back by the way it was paid, once, and cancels its tickets; or some of its people and set products; or an amount, and they stay valid.',
    details:
      'Takes the buyer’s number. Also for an order that was cancelled. A part goes back each time that it is asked for, unless the request has the same Idempotency-Key: look with `find` before you repeat it. For people and set products that are with the buyer goes back what was paid for them, less their share of a coupon; the last people take all that is left with them.',
    ...change,
    cli: { args: ['reservation_number'] },
    input: v.object({
      reservation_number: ReservationNumber,
      amount: Amount('Yen that go back; the tickets stay valid. Everything goes back without it.'),
      people: Items('Kinds of people that go back, by id or name: adult:1,child:2.'),
      sets: Items('Set products that go back, by id or name, as people.'),
      fee: Amount('Yen that the venue keeps of what is cancelled; the rest goes back.'),
      force: Flag('Also when somebody of it is in already; their seats stay sold.'),
      why: Why,
    }),
    reply: {
      number: v.string(),
      amount: Yen,
      left: v.nullable(Yen),
      isDone: v.boolean(),
      refusal: v.nullable(v.string()),
      ended: v.object({ people: Seats, sets: Seats }),
    },
    run: async (context, { reservation_number, why, people, sets, ...wish }) => {
      const items = (people ?? sets) ? { people: itemsIn(people), sets: itemsIn(sets) } : null;
      if (wish.amount !== undefined && wish.fee !== undefined)
        throw invalid('fee', 'Write an amount or a fee, not both.');
      if (wish.amount !== undefined && items)
        throw invalid('amount', 'Write an amount, or people and set products, not both.');
      const request = { ...wish, items, request: context.effectId };
      const facts = await refundOrder(context.deps, venueOf(context, why), reservation_number, request);
      return { text: refundedText(facts), facts };
    },
  }),
  revoke: operation({
    does: 'For a link that leaked: replaces link and entry codes of the ticket, and mails the new link to its holder.',
    details: 'Also those of its share link and of what was split off from it.',
    ...change,
    scope: 'desk',
    cli: { args: ['reservation_number'] },
    input: v.object({ reservation_number: ReservationNumber, why: Why }),
    reply: { number: v.string(), address: v.string() },
    run: async (context, { reservation_number, why }) => {
      const venue = { ...venueOf(context, why), effectId: context.effectId };
      const facts = await revokeNumbered(context.deps, venue, reservation_number);
      return { text: filled(texts.tickets.revoked, facts), facts };
    },
  }),
  resend: operation({
    does: 'Mails the link of a ticket to its holder again, or to an address the links of all its visits to come.',
    details: 'The link stays the same: use revoke where it leaked. With an address the site must be named.',
    ...change,
    scope: 'desk',
    cli: { args: ['to'] },
    input: v.object({ to: typed('Reservation number, or the mail address of a holder.', 254), why: Why }),
    reply: { number: v.nullable(v.string()), kind: v.string(), address: v.string() },
    run: async (context, { to, why }) => {
      const facts = await resendMail(context.deps, venueOf(context, why), to);
      return { text: resentText(facts), facts };
    },
  }),
  'mail-flush': operation({
    does: 'Tries every mail that waits for its next attempt now, for example after the mail server was mended.',
    details:
      'By itself the shop sends what waited within a minute of the first mail that the server takes, which on a quiet day is that mail’s next try, up to two hours later.',
    site: 'possible',
    writes: true,
    scope: 'desk',
    reply: { count: Seats },
    run: async ({ deps, site }) => {
      const count = await hurryMails(deps.db, site);
      return { text: filled(texts.tickets.hurried, { count }), facts: { count } };
    },
  }),
};
