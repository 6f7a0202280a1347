import * as v from 'valibot';
import { actKinds } from '#server/db/tables.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { Moment, Seats, Yen } from '#src/domain/product.ts';
import { RealDay } from '#src/domain/real-day.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { atMost, Line } from '#src/domain/text.ts';

/* Parameters and reply fields that several operations have. */

/** A typed or scanned text. */
export const typed = (about: string, maxLength = 64) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maxLength), v.description(about));

export const wholeNumber = (min: number, max: number, about: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), v.description(about));

export const ReservationNumber = typed('Reservation number, in any letter case, with or without hyphens.');
export const SlotId = typed('Id of a slot, as `slots` and `today` list it.');
export const Flag = (about: string) => v.optional(v.pipe(v.boolean(), v.description(about)), false);
/** A day of the venue. */
export const DayOf = (about: string) => v.pipe(RealDay, v.description(about));
/** Yen. */
export const Amount = (about: string) => v.optional(wholeNumber(1, 99_999_999, about));
/** Uuids of products, separated by commas. */
export const Uuids = (about: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2_000), v.description(about)));
export const uuidsIn = (text: string | undefined): string[] => [
  ...new Set(text?.split(',').map((uuid) => uuid.trim()) ?? []),
];
/** Kinds of people or set products with a number of each. */
export const Items = (about: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(1_000),
      v.regex(
        /^[^:,]{1,100}:[1-9]\d{0,2}(?:,[^:,]{1,100}:[1-9]\d{0,2}){0,9}$/,
        'must be names, each with a number, such as adult:1,child:2',
      ),
      v.description(about),
    ),
  );
export const itemsIn = (text: string | undefined): { name: string; count: number }[] =>
  (text?.split(',') ?? []).map((item) => {
    const [name = '', count] = item.split(':');
    return { name, count: Number(count) };
  });
export const Lang = v.optional(v.pipe(LangSchema, v.description('Language of the texts.')), 'ja');

export const Why = v.optional(
  v.pipe(Line, atMost(200), v.description('The reason, for the record: `find` shows it.')),
  '',
);

export const slotReply = {
  site: SiteCodeSchema,
  slot: v.string(),
  product: v.string(),
  from: Moment,
  to: Moment,
  capacity: Seats,
  sold: Seats,
  held: Seats,
  is_blocked: v.boolean(),
};

const people = { people: Seats, entered: Seats };
const TicketState = v.picklist(['valid', 'shared', 'used', 'sent', 'changed', 'cancelled']);

export const ListedReservation = v.object({
  number: v.string(),
  name: v.nullable(v.string()),
  state: TicketState,
  ...people,
  is_unsent: v.boolean(),
});

export const FoundReply = v.object({
  site: SiteCodeSchema,
  reservation_number: v.nullable(v.string()),
  status: v.picklist(['open', 'checking', 'paid', 'expired', 'cancelled', 'refunded']),
  name: v.nullable(v.string()),
  mail: v.nullable(v.string()),
  product: v.string(),
  from: Moment,
  to: Moment,
  quantity: Seats,
  total: Yen,
  payment_method: v.nullable(MethodSchema),
  money: v.nullable(v.picklist(['paid', 'refund_due', 'refunded'])),
  alarm: v.nullable(v.picklist(['refund_refused', 'refund_failed', 'part_refused', 'money_missing', 'disputed'])),
  alarm_code: v.nullable(v.string()),
  part_refunds: v.array(
    v.object({ amount: Yen, state: v.picklist(['due', 'done', 'refused']), code: v.string(), at: Moment }),
  ),
  created_at: Moment,
  tickets: v.array(
    v.object({
      number: v.string(),
      state: TicketState,
      ...people,
      mail: v.nullable(v.string()),
      unsent_to: v.nullable(v.string()),
      from: Moment,
      to: Moment,
    }),
  ),
  acts: v.array(
    v.object({
      kind: v.picklist(actKinds),
      number: v.string(),
      people: Seats,
      by: v.string(),
      gate: v.string(),
      why: v.string(),
      at: Moment,
    }),
  ),
});
