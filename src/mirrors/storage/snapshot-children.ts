import * as v from 'valibot';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import { CompletionSchema } from '#src/domain/completion.ts';
import { FailureDetailsSchema } from '#src/domain/failure-details.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { ChoiceLineSchema, OrderSchema } from '#src/domain/order.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { DayStockSchema, SaleTypeSchema, SetProductSchema, TimeSpanSchema } from '#src/domain/product.ts';

/** Contexts of child charts, as far as screens and actors rely on them; keys are named like the charts' sources. */

const Text = v.string();
const Day = v.nullable(v.pipe(v.string(), v.isoDate()));
const NullableFailure = v.nullable(FailureDetailsSchema);
const DialogText = v.union([v.object({ text: Text }), v.looseObject({ textKey: Text })]);
/** The form of generated keys: 128 bits in hexadecimal digits. */
const Key = v.pipe(Text, v.regex(/^[0-9a-f]{32}$/));
export const AttemptSchema = v.nullable(v.object({ key: Key, content: Text }));
const Errand = v.object({ to: Text, event: v.looseObject({ type: Text }) });

export const ChoiceSchema = v.object({
  product: v.nullable(
    v.object({ uuid: Text, sale_type: SaleTypeSchema, min_quantity: v.number(), max_quantity: v.number() }),
  ),
  month: Day,
  day: Day,
  timespan: v.nullable(TimeSpanSchema),
  lines: v.array(ChoiceLineSchema),
  sets: v.array(ChoiceLineSchema),
});

const Dialog = v.looseObject({
  number: v.number(),
  title: DialogText,
  text: DialogText,
  okButton: DialogText,
  ngButton: v.optional(DialogText),
  okAction: v.optional(Errand),
  onClose: v.optional(Errand),
});

/**
 * A ticket as far as the pages that hand it over or move it show it; the full contract would be too large for the first screen.
 */
const TicketView = v.looseObject({
  ...OrderSchema.entries.main_product.entries,
  price: v.number(),
  state: Text,
  actions: v.looseObject({ send: v.nullable(Text), split: v.nullable(Text), change_date: v.nullable(Text) }),
});
const Revocable = v.looseObject({
  ...TicketView.entries,
  actions: v.looseObject({ revoke: v.nullable(Text) }),
  children: v.array(v.looseObject({ kind: Text })),
  holder_email: v.optional(Text),
});
const Parts = v.array(v.object({ id: Text, count: v.number() }));
const ofLink = { token: Text, lang: LangSchema, ticket: v.nullable(TicketView), failure: NullableFailure };

const contexts = {
  order: v.looseObject({
    lang: LangSchema,
    choice: ChoiceSchema,
    replaces: v.nullable(Text),
    attempt: AttemptSchema,
    wanted: v.object({ month: Day, day: Day }),
    days: v.array(DayStockSchema),
    slots: v.array(TimeSpanSchema),
    setsOf: v.nullable(Text),
    offers: v.array(SetProductSchema),
    fewer: v.array(ChoiceLineSchema),
    failure: NullableFailure,
    missed: v.nullable(TimeSpanSchema),
  }),
  hold: v.looseObject({
    token: Text,
    expiresAt: v.number(),
    extensionsLeft: v.number(),
    attempt: AttemptSchema,
    failure: NullableFailure,
  }),
  payment: v.looseObject({
    token: Text,
    order: OrderSchema,
    method: v.nullable(MethodSchema),
    failure: NullableFailure,
  }),
  coupon: v.looseObject({
    token: Text,
    order: v.nullable(OrderSchema),
    code: Text,
    remove: v.boolean(),
    attempt: AttemptSchema,
    failure: NullableFailure,
  }),
  checkout: v.looseObject({
    token: v.nullable(Text),
    lang: LangSchema,
    price: v.number(),
    method: v.nullable(MethodSchema),
    payment: v.nullable(PaymentTokenSchema),
    key: Key,
    r: v.nullable(Text),
    confirmKey: Key,
    confirmations: v.number(),
    challenge: v.nullable(v.object({ payment_intent_id: Text, client_secret: Text })),
    redirect: v.nullable(
      v.object({ url: v.pipe(Text, v.url()), method: v.picklist(['GET', 'POST']), fields: v.record(Text, Text) }),
    ),
    retryAfter: v.number(),
    isReturnLost: v.boolean(),
    isUnreachable: v.boolean(),
    completion: v.nullable(CompletionSchema),
    failure: NullableFailure,
  }),
  send: v.looseObject({
    ...ofLink,
    parts: Parts,
    way: v.picklist(['mail', 'link']),
    fields: v.record(Text, Text),
    transfer: v.nullable(
      v.object({ way: Text, email: Text, note: Text, lang: LangSchema, option_values: Parts, key: Key }),
    ),
    handed: v.nullable(v.object({ quantity: v.number(), sent_to: Text, reservation_token: Text })),
  }),
  changedate: v.looseObject({
    ...ofLink,
    attempt: AttemptSchema,
    choice: v.object({ month: Day, day: Day, timespan: v.nullable(TimeSpanSchema) }),
    wanted: v.object({ month: Day, day: Day }),
    days: v.array(DayStockSchema),
    slots: v.array(TimeSpanSchema),
    missed: v.nullable(TimeSpanSchema),
    result: v.nullable(Text),
  }),
  revoke: v.looseObject({ ...ofLink, ticket: v.nullable(Revocable), attempt: AttemptSchema, sentTo: v.nullable(Text) }),
  toast: v.looseObject({ shown: v.nullable(DialogText), queue: v.array(DialogText) }),
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
