import * as v from 'valibot';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import { CompletionSchema } from '#src/domain/completion.ts';
import { CustomerInfoSchema } from '#src/domain/customer.ts';
import { FailureDetailsSchema } from '#src/domain/failure-details.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { AttemptSchema, appChildren, ChoiceSchema, PurchaseChildrenSchema } from './snapshot-children.ts';

const RulesSchema = v.object({ code: SiteCodeSchema, mailConfirm: v.boolean(), onlyMail: v.boolean() });

const PurchaseSchema = v.pipe(
  v.looseObject({
    status: v.literal('active'),
    value: v.unknown(),
    context: v.looseObject({
      site: RulesSchema,
      lang: LangSchema,
      attempt: AttemptSchema,
      choice: ChoiceSchema,
      token: v.nullable(v.string()),
      order: v.nullable(OrderSchema),
      customer: v.nullable(CustomerInfoSchema),
      expiresAt: v.number(),
      drafts: v.record(v.string(), v.record(v.string(), v.string())),
      method: v.nullable(MethodSchema),
      payment: v.nullable(PaymentTokenSchema),
      isRepricing: v.boolean(),
      completion: v.nullable(CompletionSchema),
      failure: v.nullable(FailureDetailsSchema),
      changing: v.boolean(),
      changed: v.array(v.picklist(['total', 'coupon'])),
      refused: v.number(),
    }),
    children: PurchaseChildrenSchema,
  }),
  v.check(({ value, context }) => value !== 'confirm' || context.order !== null, 'confirm shows an order'),
  v.check(({ value, context }) => value !== 'complete' || context.completion !== null, 'complete shows a completion'),
);

/** A stored app snapshot, as far as screens rely on it; rejects what was edited by hand or written incompletely. */
export const SnapshotSchema = v.looseObject({
  status: v.literal('active'),
  value: v.string(),
  context: v.looseObject({
    site: RulesSchema,
    lang: LangSchema,
    token: v.string(),
    paying: v.boolean(),
    refused: v.number(),
  }),
  children: v.looseObject({
    purchase: v.looseObject({ src: v.literal('purchase'), snapshot: PurchaseSchema }),
    ...appChildren,
  }),
});
