import * as v from 'valibot';
import { line } from '#server/core/shown.ts';
import { type CalledOff, callOff, whys } from '#server/payments/call-off.ts';
import { invalid } from '#server/shared/problem.ts';
import { rootOf } from '#server/shared/site-address.ts';
import { yenDigits } from '#src/domain/money.ts';
import { Seats, Yen } from '#src/domain/product.ts';
import { RealDay } from '#src/domain/real-day.ts';
import { type BilingualText, both, filled, joined } from './bilingual-text.ts';
import { Amount, Flag, SlotId, typed, Why } from './fields.ts';
import { operation, siteOf } from './operation.ts';
import texts from './texts.json' with { type: 'json' };

const { why, left: leftText, kept: keptText, refused: refusedText, done, mailed, moved, cancelled } = texts.call_off;

const textOf = ({ left, amount, kept, refusals, ...sums }: CalledOff, isMove: boolean): BilingualText => {
  const verb = isMove ? moved : cancelled;
  const numbers = refusals.join(', ');
  const lines = both((locale) =>
    left.map((one) => line`  ${one.number}  ${one.people}  ${why[one.why][locale]}`).join('\n'),
  );
  return joined([
    filled(done, { ...sums, verb, yen: yenDigits(amount) }),
    ...(kept > 0 ? [filled(keptText, { yen: yenDigits(kept) })] : []),
    ...(sums.people > 0 ? [mailed] : []),
    ...(refusals.length > 0 ? [filled(refusedText, { numbers })] : []),
    ...(left.length > 0 ? [filled(leftText, { lines })] : []),
  ]);
};

export const callOffOperations = {
  'call-off': operation({
    does: 'Calls off a slot, a day or a product: ends its sale and unpaid orders at once, then moves or cancels its tickets.',
    details: `Of several given, what has all of them. Name what becomes of the tickets: \`to\`, or \`refund\`. Each order is done as a
whole, and every holder is mailed. Lists the tickets that stay, with the reason. Repeat it after a crash: nothing is done twice. Off
sale until the next import of a catalogue that has the slots.`,
    site: 'needed',
    scope: 'full',
    writes: true,
    dryRun: 'rehearsed',
    input: v.object({
      slot: v.optional(SlotId),
      day: v.optional(
        v.pipe(
          RealDay,
          v.description('The slots of a day, YYYY-MM-DD; periods that begin on it only with their product or slot.'),
        ),
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
      left: v.array(
        v.object({
          number: v.string(),
          people: Seats,
          why: v.picklist(whys),
        }),
      ),
    },
    run: async (context, { slot, day, product, to, refund, fee, force, why }) => {
      const { deps, shopUrl, by, name } = context;
      const site = siteOf(context);
      if (slot === undefined && day === undefined && product === undefined)
        throw invalid('slot', 'Name a slot, a day or a product.');
      if ((to === undefined) === (refund === undefined)) throw invalid('to', 'Name either to or refund.');
      if (to !== undefined && to === slot) throw invalid('to', 'Name another slot than the one that is called off.');
      if (fee !== undefined && refund !== 'all') throw invalid('fee', 'Only with refund all.');
      const base = rootOf(deps.sites, site, deps.publicUrl ?? shopUrl);
      const which = { slot, day, product };
      const money = { refund: refund === 'all', fee: fee ?? 0 };
      const run = { site, base, which, to: to ?? null, ...money, force, by, gate: name, why };
      const facts = await callOff(deps, run);
      return { text: textOf(facts, to !== undefined), facts };
    },
  }),
};
