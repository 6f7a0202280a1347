import * as v from 'valibot';
import { line } from '#server/core/shown.ts';
import { type CalledOff, callOff } from '#server/payments/call-off.ts';
import { type CallOff as Run, reasons } from '#server/payments/call-off-order.ts';
import { invalid } from '#server/shared/problem.ts';
import { venueTime } from '#src/domain/dates.ts';
import { yenDigits } from '#src/domain/money.ts';
import { Seats, Yen } from '#src/domain/product.ts';
import { Amount, DayOf, Flag, SlotId, typed, Why } from './fields.ts';
import { changing, operation, rootIn } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined } from './texts.ts';

const { call_off: said } = texts;

/** The end of a day, or a time, of the venue. */
const ChoiceUntil = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/, 'must be a day or a time such as 2027-01-31T18:00'),
    v.description(
      'With to: until when holders may keep the new time, take another one free of charge, or, by the buyer’s link, get the money back. A day or time of the venue, at most until the new slot begins.',
    ),
  ),
);

/** Throws invalid_input for a moment that is not to come. */
const momentIn = (text: string): Date => {
  const moment = new Date(`${text.includes('T') ? text : `${text}T23:59`}:00+09:00`);
  if (!(moment.getTime() > Date.now())) throw invalid('choice_until', `${text} is not to come.`);
  return moment;
};

const textOf = ({ left, amount, kept, refusals, ...sums }: CalledOff, { to, choiceUntil }: Run): BilingualText => {
  const verb = to !== null ? said.moved : said.cancelled;
  const until = choiceUntil && venueTime(choiceUntil.getTime()).replace('T', ' ').slice(0, 16);
  const numbers = refusals.join(', ');
  const lines = both((locale) =>
    left.map(({ number, people, why }) => line`  ${number}  ${people}  ${said.why[why][locale]}`).join('\n'),
  );
  return joined([
    filled(said.done, { ...sums, verb, yen: yenDigits(amount) }),
    ...(kept > 0 ? [filled(said.kept, { yen: yenDigits(kept) })] : []),
    ...(until ? [filled(said.choice, { until })] : []),
    ...(sums.people > 0 ? [said.mailed] : []),
    ...(refusals.length > 0 ? [filled(said.refused, { numbers })] : []),
    ...(left.length > 0 ? [filled(said.left, { lines })] : []),
  ]);
};

export const callOffOperations = {
  'call-off': operation({
    does: 'Calls off a slot, a day or a product: ends its sale and unpaid orders at once, then moves or cancels its tickets.',
    details: `Of several given, what has all of them. Name what becomes of the tickets: \`to\`, or \`refund\`. Each order is done as a
whole, and every holder is mailed. Lists the tickets that stay, with the reason. Repeat it after a crash: nothing is done twice. Off
sale until the next import of a catalogue that has the slots.`,
    ...changing,
    input: v.object({
      slot: v.optional(SlotId),
      day: v.optional(
        DayOf('The slots of a day, YYYY-MM-DD; periods that begin on it only with their product or slot.'),
      ),
      product: v.optional(typed('The slots to come of a product, by its uuid.')),
      to: v.optional(typed('Id of a slot of the same product: tickets move there, with their links and codes.')),
      refund: v.optional(
        v.pipe(
          v.picklist(['all', 'none']),
          v.description('Tickets are cancelled; all: their money goes back. Orders are paid back as a whole only.'),
        ),
      ),
      fee: Amount('Yen of each order that the venue keeps of what is paid back.'),
      choice_until: ChoiceUntil,
      force: Flag('Also to a slot that begins earlier.'),
      why: Why,
    }),
    reply: {
      slots: Seats,
      holds: Seats,
      orders: Seats,
      people: Seats,
      amount: Yen,
      kept: Yen,
      refusals: v.array(v.string()),
      left: v.array(v.object({ number: v.string(), people: Seats, why: v.picklist(reasons) })),
    },
    run: async (context, { slot, day, product, to, refund, fee, choice_until, force, why }) => {
      const { deps, site, by, name } = context;
      if (slot === undefined && day === undefined && product === undefined)
        throw invalid('slot', 'Name a slot, a day or a product.');
      if ((to === undefined) === (refund === undefined)) throw invalid('to', 'Name either to or refund.');
      if (to !== undefined && to === slot) throw invalid('to', 'Name another slot than the one that is called off.');
      if (fee !== undefined && refund !== 'all') throw invalid('fee', 'Only with refund all.');
      if (choice_until !== undefined && to === undefined) throw invalid('choice_until', 'Only with to.');
      const choiceUntil = choice_until === undefined ? null : momentIn(choice_until);
      const terms = { to: to ?? null, refund: refund === 'all', fee: fee ?? 0, choiceUntil, force };
      const run = { site, base: rootIn(context), which: { slot, day, product }, ...terms, by, gate: name, why };
      const facts = await callOff(deps, run);
      return { text: textOf(facts, run), facts };
    },
  }),
};
