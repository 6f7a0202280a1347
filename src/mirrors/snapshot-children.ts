import * as v from 'valibot';
import { CompletionSchema } from '#src/domain/completion.ts';
import { FailureNoteSchema } from '#src/domain/failures.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { ChoiceLineSchema, OrderSchema } from '#src/domain/order.ts';
import { MethodSchema, PaymentTokenSchema } from '#src/domain/payment.ts';
import { DayStockSchema, SaleTypeSchema, TimeSpanSchema } from '#src/domain/product.ts';
import { TicketSchema } from '#src/domain/ticket.ts';

/** Contexts of child charts as far as screens and actors rely on them; rows are named like the charts' sources. */

const Word = v.string();
const Day = v.nullable(v.pipe(v.string(), v.isoDate()));
const Note = v.nullable(FailureNoteSchema);
const Words = v.union([v.object({ text: Word }), v.looseObject({ textKey: Word })]);
const Errand = v.object({ to: Word, event: v.looseObject({ type: Word }) });

export const ChoiceSchema = v.object({
  product: v.nullable(
    v.object({ uuid: Word, sale_type: SaleTypeSchema, min_quantity: v.number(), max_quantity: v.number() }),
  ),
  month: Day,
  day: Day,
  timespan: v.nullable(TimeSpanSchema),
  lines: v.array(ChoiceLineSchema),
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

const contexts = {
  order: v.looseObject({
    lang: LangSchema,
    choice: ChoiceSchema,
    replaces: v.nullable(Word),
    seed: Word,
    turn: v.number(),
    wanted: v.object({ month: Day, day: Day }),
    days: v.array(DayStockSchema),
    slots: v.array(TimeSpanSchema),
    note: Note,
    missed: v.nullable(TimeSpanSchema),
  }),
  hold: v.looseObject({
    token: Word,
    expiresAt: v.number(),
    extensionsLeft: v.number(),
    seed: Word,
    turn: v.number(),
    note: Note,
  }),
  payment: v.looseObject({
    token: Word,
    order: OrderSchema,
    method: v.nullable(MethodSchema),
    note: Note,
    seed: Word,
    turn: v.number(),
    coupon: v.nullable(v.object({ code: Word, remove: v.boolean() })),
  }),
  checkout: v.looseObject({
    token: v.nullable(Word),
    lang: LangSchema,
    price: v.number(),
    method: v.nullable(MethodSchema),
    payment: v.nullable(PaymentTokenSchema),
    key: Word,
    r: v.nullable(Word),
    turn: v.number(),
    challenge: v.nullable(v.object({ payment_intent_id: Word, client_secret: Word })),
    leave: v.nullable(
      v.object({ url: v.pipe(Word, v.url()), method: v.picklist(['GET', 'POST']), fields: v.record(Word, Word) }),
    ),
    retryAfter: v.number(),
    completion: v.nullable(CompletionSchema),
    failure: Note,
  }),
  toast: v.looseObject({ shown: v.nullable(Words), queue: v.array(Words) }),
  dialog: v.looseObject({ queue: v.array(Dialog) }),
  ticket: v.looseObject({ token: Word, lang: LangSchema, ticket: v.nullable(TicketSchema) }),
};

const child = <S extends keyof typeof contexts>(src: S) =>
  v.looseObject({
    src: v.literal(src),
    snapshot: v.looseObject({ status: v.picklist(['active', 'done']), context: contexts[src] }),
  });

/** Children of the app and of the purchase, each where it is there. */
export const appChildren = { toast: child('toast'), dialog: child('dialog'), ticket: v.optional(child('ticket')) };
export const PurchaseChildrenSchema = v.looseObject({
  order: v.optional(child('order')),
  hold: v.optional(child('hold')),
  payment: v.optional(child('payment')),
  checkout: v.optional(child('checkout')),
});
