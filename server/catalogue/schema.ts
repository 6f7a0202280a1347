import * as v from 'valibot';
import { customerFields } from '#src/domain/customer.ts';
import { langs } from '#src/domain/lang.ts';
import { maxLastAdmission } from '#src/domain/last-admission.ts';
import { OptionListNameSchema } from '#src/domain/options.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { ChangeDifferenceSchema, Count, Day, Moment, SaleTypeSchema, Yen } from '#src/domain/product.ts';
import { LanguageSchema, TextsSchema } from '#src/domain/shop.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';

const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be letters, digits, dots, dashes, 128 at most'));
/** The id that the row had until now: earlier orders keep referring to it. Only `renameIds` needs it; no column stores it. */
const Was = v.optional(Id);
/** PostgreSQL takes neither 30 February nor the year 0, and no offset beyond 15 hours; no sale was before 1970. */
const isReal = (text: string): boolean => {
  const [year, day] = [Number(text.slice(0, 4)), Number(text.slice(8, 10))];
  /* A text that is no day fails another check. */
  if (Number.isNaN(year)) return true;
  const [, offset = '0'] = /[+-](\d\d)(?::?\d\d)?$/.exec(text.slice(10)) ?? [];
  /* Every month has 28 days; catalogues have hundreds of thousands of times. */
  const exists = day <= 28 || day <= new Date(Date.UTC(year, Number(text.slice(5, 7)), 0)).getUTCDate();
  return year >= 1970 && exists && Number(offset) < 15;
};
const RealDay = v.pipe(Day, v.check(isReal, 'must be a day that exists'));
const RealMoment = v.pipe(Moment, v.check(isReal, 'must be a time that exists'));
const Seats = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const Price = v.pipe(Yen, v.minValue(0));
/** A whole number up to a largest one; null where the catalogue sets none. */
const unsetOrTo = (max: number) =>
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))), null);

/**
 * Texts by language, at least one; a missing language falls back to English, then Japanese, but no single text does: where a
 * language is given, the name must be.
 */
const localizedTexts = <N extends string, K extends string = never>(name: N, ...others: K[]) =>
  v.pipe(
    v.strictObject(
      v.entriesFromList(
        langs,
        v.optional(
          v.strictObject({
            ...v.entriesFromList([name], v.pipe(v.string(), v.regex(/\S/, 'must not be empty'))),
            ...v.entriesFromList(others, v.optional(v.string(), '')),
          }),
        ),
      ),
    ),
    v.check((texts) => Object.keys(texts).length > 0, 'at least one language'),
  );

const TimeSpan = v.pipe(
  v.strictObject({
    id: Id,
    was: Was,
    reservation_from: RealMoment,
    reservation_to: RealMoment,
    sale_from: RealMoment,
    sale_to: RealMoment,
    capacity: Seats,
    /** Surcharge in yen for each option on it. */
    surcharge: v.optional(Yen, 0),
  }),
  v.check(
    ({ reservation_from, reservation_to }) => Date.parse(reservation_from) < Date.parse(reservation_to),
    'reservation_to is not after reservation_from',
  ),
  v.check(({ sale_from, sale_to }) => Date.parse(sale_from) < Date.parse(sale_to), 'sale_to is not after sale_from'),
);

const Option = v.pipe(
  v.strictObject({
    id: Id,
    was: Was,
    type: v.string(),
    add_cost: Price,
    min: Count,
    max: Count,
    /** Options of the product; an order with this option needs at least one of them, such as an adult for a child. */
    needs: v.optional(v.array(Id), []),
    /** The kind whose price the shop shows for each of the next days; the first one of a site counts. */
    standard: v.optional(v.boolean(), false),
    words: localizedTexts('name', 'note'),
  }),
  v.check(({ min, max }) => min <= max, 'max is less than min'),
);

const Product = v.pipe(
  v.strictObject({
    uuid: Id,
    was: Was,
    sale_type: SaleTypeSchema,
    sale_from: RealDay,
    sale_to: RealDay,
    min_quantity: v.pipe(Count, v.minValue(1)),
    max_quantity: Count,
    /** Minutes between the last admission and the end of a visit; null: the usual ones of the sale type. */
    last_admission: unsetOrTo(maxLastAdmission),
    /** Minutes before and after its slot for which a ticket admits; null: on the whole day. */
    grace: unsetOrTo(1_440),
    /** How often the holder of a ticket may change its date; null: as often as they like. */
    date_changes: unsetOrTo(99),
    /** Hours before the visit until which that is possible; null: until the visit is past. */
    date_change_hours: unsetOrTo(2_160),
    /** How a change to a dearer time is paid; null: such times are not offered. */
    date_change_difference: v.optional(v.nullable(ChangeDifferenceSchema), null),
    /** Yen that each change costs. */
    date_change_fee: v.optional(Price, 0),
    /** Whether the difference to a cheaper time goes back, where the payment method takes parts. */
    date_change_refund: v.optional(v.boolean(), false),
    words: localizedTexts('product_name', 'description', 'naming_right', 'caution'),
    options: v.pipe(v.array(Option), v.minLength(1)),
    time_spans: v.array(TimeSpan),
  }),
  v.check(({ min_quantity, max_quantity }) => min_quantity <= max_quantity, 'max_quantity is less than min_quantity'),
  v.check(({ sale_from, sale_to }) => sale_from <= sale_to, 'sale_to is before sale_from'),
);

const SetProduct = v.strictObject({
  uuid: Id,
  was: Was,
  /** Products it is offered with. */
  products: v.array(Id),
  add_cost: Price,
  max: v.pipe(Count, v.minValue(1)),
  /** Stock per slot. */
  stock: Seats,
  words: localizedTexts('product_name', 'description'),
});

/** As normalised by `src/domain/coupon.ts`. */
const Code = v.pipe(v.string(), v.regex(/^[A-Z0-9-]{1,64}$/, 'must be capital letters, digits, dashes, 64 at most'));

const Coupon = v.pipe(
  v.strictObject({
    code: Code,
    was: v.optional(Code),
    kind: v.picklist(['percent', 'fixed']),
    amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999)),
    channel: v.optional(v.picklist(['web', 'gate']), 'web'),
    valid_until: v.optional(v.nullable(RealMoment), null),
    visit_from: v.optional(v.nullable(RealDay), null),
    visit_to: v.optional(v.nullable(RealDay), null),
    use_limit: v.optional(v.nullable(Seats), null),
    /** Products and options it applies to; empty: all. */
    scopes: v.optional(v.array(v.strictObject({ product_uuid: Id, option_id: v.nullable(Id) })), []),
    words: localizedTexts('name'),
  }),
  v.check(({ kind, amount }) => kind === 'fixed' || amount <= 100, 'takes off more than 100 percent'),
);

/** Languages of a site; the position is a column of the database. */
const CatalogueLanguage = v.object({
  ...LanguageSchema.entries,
  display_position: v.pipe(LanguageSchema.entries.display_position, v.minValue(0), v.maxValue(999)),
});

/** The parts of a catalogue, which may contradict each other (`contradictions.ts`). */
export const CatalogueParts = v.strictObject({
  site: SiteCodeSchema,
  languages: v.pipe(v.array(CatalogueLanguage), v.minLength(1)),
  field_templates: v.array(
    v.strictObject({
      field_name: v.picklist(customerFields),
      is_display: v.boolean(),
      is_require: v.boolean(),
      list: v.nullable(OptionListNameSchema),
    }),
  ),
  payment_methods: v.pipe(
    v.array(v.strictObject({ id: MethodSchema, min_amount: Price, words: localizedTexts('name', 'note') })),
    v.minLength(1),
  ),
  /** Overrides of the shop's own texts, by language and id. */
  texts: v.optional(v.strictObject(v.entriesFromList(langs, v.optional(TextsSchema, {}))), {}),
  products: v.array(Product),
  set_products: v.optional(v.array(SetProduct), []),
  coupons: v.optional(v.array(Coupon), []),
});
export type Catalogue = v.InferOutput<typeof CatalogueParts>;

/** Validates one timespan, for tables that have nothing else. */
export const readTimeSpan = (value: unknown): v.SafeParseResult<typeof TimeSpan> => v.safeParse(TimeSpan, value);
