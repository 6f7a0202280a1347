import * as v from 'valibot';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import { CompletionSchema } from '#src/domain/completion.ts';
import { FailureNoteSchema } from '#src/domain/failure-note.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { ChoiceLineSchema, OrderSchema } from '#src/domain/order.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { DayStockSchema, SaleTypeSchema, SetProductSchema, TimeSpanSchema } from '#src/domain/product.ts';

/** Contexts of child charts, as far as screens and actors rely on them; keys are named like the charts' sources. */

const Word = v.string();
const Day = v.nullable(v.pipe(v.string(), v.isoDate()));
const Note = v.nullable(FailureNoteSchema);
const Words = v.union([v.object({ text: Word }), v.looseObject({ textKey: Word })]);
/** The form of generated keys: 128 bits in hexadecimal digits. */
const Key = v.pipe(Word, v.regex(/^[0-9a-f]{32}$/));
export const AttemptSchema = v.nullable(v.object({ key: Key, content: Word }));
const Errand = v.object({ to: Word, event: v.looseObject({ type: Word }) });

export const ChoiceSchema = v.object({
  product: v.nullable(
    v.object({ uuid: Word, sale_type: SaleTypeSchema, min_quantity: v.number(), max_quantity: v.number() }),
  ),
  month: Day,
  day: Day,
  timespan: v.nullable(TimeSpanSchema),
  lines: v.array(ChoiceLineSchema),
  sets: v.array(ChoiceLineSchema),
});

const Dialog = v.looseObject({
  number: v.number(),
  title: Words,
  text: Words,
  okButton: Words,
  ngButton: v.optional(Words),
  okAction: v.optional(Errand),
  onClose: v.optional(Errand),
});

/**
 * A ticket as far as the pages that hand it over or move it show it; the full contract would be too large for the first screen.
 */
const Told = v.looseObject({
  ...OrderSchema.entries.main_product.entries,
  price: v.number(),
  state: Word,
  actions: v.looseObject({ send: v.nullable(Word), split: v.nullable(Word), change_date: v.nullable(Word) }),
});
const Revocable = v.looseObject({
  ...Told.entries,
  actions: v.looseObject({ revoke: v.nullable(Word) }),
  children: v.array(v.looseObject({ kind: Word })),
  holder_email: v.optional(Word),
});
const Parts = v.array(v.object({ id: Word, count: v.number() }));
const ofLink = { token: Word, lang: LangSchema, ticket: v.nullable(Told), note: Note };

const contexts = {
  order: v.looseObject({
    lang: LangSchema,
    choice: ChoiceSchema,
    replaces: v.nullable(Word),
    attempt: AttemptSchema,
    wanted: v.object({ month: Day, day: Day }),
    days: v.array(DayStockSchema),
    slots: v.array(TimeSpanSchema),
    setsOf: v.nullable(Word),
    offers: v.array(SetProductSchema),
    fewer: v.array(ChoiceLineSchema),
    note: Note,
    missed: v.nullable(TimeSpanSchema),
  }),
  hold: v.looseObject({
    token: Word,
    expiresAt: v.number(),
    extensionsLeft: v.number(),
    attempt: AttemptSchema,
    note: Note,
  }),
  payment: v.looseObject({
    token: Word,
    order: OrderSchema,
    method: v.nullable(MethodSchema),
    note: Note,
  }),
  coupon: v.looseObject({
    token: Word,
    order: v.nullable(OrderSchema),
    code: Word,
    remove: v.boolean(),
    attempt: AttemptSchema,
    note: Note,
  }),
  checkout: v.looseObject({
    token: v.nullable(Word),
    lang: LangSchema,
    price: v.number(),
    method: v.nullable(MethodSchema),
    payment: v.nullable(PaymentTokenSchema),
    key: Key,
    r: v.nullable(Word),
    confirmKey: Key,
    confirmations: v.number(),
    challenge: v.nullable(v.object({ payment_intent_id: Word, client_secret: Word })),
    leave: v.nullable(
      v.object({ url: v.pipe(Word, v.url()), method: v.picklist(['GET', 'POST']), fields: v.record(Word, Word) }),
    ),
    retryAfter: v.number(),
    isReturnLost: v.boolean(),
    isUnreachable: v.boolean(),
    completion: v.nullable(CompletionSchema),
    failure: Note,
  }),
  send: v.looseObject({
    ...ofLink,
    parts: Parts,
    way: v.picklist(['mail', 'link']),
    fields: v.record(Word, Word),
    parcel: v.nullable(
      v.object({ way: Word, email: Word, note: Word, lang: LangSchema, option_values: Parts, key: Key }),
    ),
    handed: v.nullable(v.object({ quantity: v.number(), sent_to: Word, reservation_token: Word })),
  }),
  changedate: v.looseObject({
    ...ofLink,
    attempt: AttemptSchema,
    choice: v.object({ month: Day, day: Day, timespan: v.nullable(TimeSpanSchema) }),
    wanted: v.object({ month: Day, day: Day }),
    days: v.array(DayStockSchema),
    slots: v.array(TimeSpanSchema),
    missed: v.nullable(TimeSpanSchema),
    result: v.nullable(Word),
  }),
  revoke: v.looseObject({ ...ofLink, ticket: v.nullable(Revocable), attempt: AttemptSchema, sentTo: v.nullable(Word) }),
  toast: v.looseObject({ shown: v.nullable(Words), queue: v.array(Words) }),
  dialog: v.looseObject({ queue: v.array(Dialog) }),
};

const child = <S extends keyof typeof contexts>(src: S, children: v.GenericSchema = v.unknown()) =>
  v.looseObject({
    src: v.literal(src),
    snapshot: v.looseObject({ status: v.picklist(['active', 'done']), context: contexts[src], children }),
  });

/** Children of the app and of the purchase; those that do not always run are optional. */
export const appChildren = {
  toast: child('toast'),
  dialog: child('dialog'),
  send: v.optional(child('send')),
  revoke: v.optional(child('revoke')),
  changedate: v.optional(child('changedate')),
};
export const PurchaseChildrenSchema = v.looseObject({
  order: v.optional(child('order')),
  hold: v.optional(child('hold')),
  payment: v.optional(child('payment', v.looseObject({ coupon: child('coupon') }))),
  checkout: v.optional(child('checkout')),
});
