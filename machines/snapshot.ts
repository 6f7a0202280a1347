import * as v from 'valibot';
import { mayShow } from '#src/domain/purchase.ts';
import { AppContextSchema } from './app/app.types.ts';
import { ChangeDateContextSchema } from './change-date/change-date.types.ts';
import { CheckoutContextSchema } from './checkout/checkout.types.ts';
import { CorrectionContextSchema } from './correction/correction.types.ts';
import { CouponContextSchema } from './coupon/coupon.types.ts';
import { DialogContextSchema } from './dialog/dialog.types.ts';
import { HoldContextSchema } from './hold/hold.types.ts';
import { InquiryContextSchema } from './inquiry/inquiry.types.ts';
import { MailReleaseContextSchema } from './mail-release/mail-release.types.ts';
import { OrderContextSchema } from './order/order.types.ts';
import { PaymentContextSchema } from './payment/payment.types.ts';
import { PurchaseContextSchema } from './purchase/purchase.types.ts';
import { QueueContextSchema } from './queue/queue.types.ts';
import { RevokeContextSchema } from './revoke/revoke.types.ts';
import { SendContextSchema } from './send/send.types.ts';
import { SignageContextSchema } from './signage/signage.types.ts';
import { ToastContextSchema } from './toast/toast.types.ts';

/**
 * Schemas of a stored app snapshot; edited or incomplete ones are rejected. Pages of ticket links and the catalogue are not stored
 * (docs/product.md#restore).
 */

/** A child in its parent's snapshot. `src` and `id` are those of the invoke. */
const child = <S extends string, C extends v.GenericSchema>(
  src: S,
  context: C,
  children: v.GenericSchema = v.unknown(),
) =>
  v.looseObject({
    src: v.literal(src),
    snapshot: v.looseObject({ status: v.picklist(['active', 'done']), value: v.unknown(), context, children }),
  });

/** Whether the purchase is at a step after the choice of tickets. A state with inner states is an object with its name as key. */
const isFilledIn = (value: unknown): boolean => {
  const state = typeof value === 'string' ? value : Object.keys(Object(value))[0];
  return state === 'sign-in' || state === 'payment' || state === 'confirm';
};

const PurchaseSchema = v.pipe(
  v.looseObject({
    status: v.literal('active'),
    value: v.unknown(),
    context: PurchaseContextSchema,
    children: v.looseObject({
      order: v.optional(
        child('order', OrderContextSchema, v.looseObject({ queue: v.optional(child('queue', QueueContextSchema)) })),
      ),
      hold: child('hold', HoldContextSchema),
      payment: v.optional(
        child('payment', PaymentContextSchema, v.looseObject({ coupon: child('coupon', CouponContextSchema) })),
      ),
      checkout: v.optional(child('checkout', CheckoutContextSchema)),
      correction: v.optional(child('correction', CorrectionContextSchema)),
    }),
  }),
  v.check(({ value, context, children: { hold } }) => {
    if (hold.snapshot.value === 'none') return !isFilledIn(value);
    return hold.snapshot.context.token === context.token;
  }, 'the seats of an order that is filled in are held, and by its own hold'),
  v.check(({ children }) => children.payment?.snapshot.context.order !== null, 'the payment page shows an order'),
  v.check(({ children }) => {
    const { value, context } = children.payment?.snapshot ?? {};
    return value !== 'tokenising' || context?.method !== null;
  }, 'a token is asked for by a method'),
  v.check(({ value, context }) => value !== 'confirm' || mayShow.confirm(context), 'confirm shows what can be paid'),
  v.check(({ value, context }) => value !== 'complete' || context.completion !== null, 'complete shows a completion'),
);

/** Children that do not always run are optional. */
export const SnapshotSchema = v.looseObject({
  status: v.literal('active'),
  value: v.string(),
  context: AppContextSchema,
  children: v.looseObject({
    purchase: v.looseObject({ src: v.literal('purchase'), snapshot: PurchaseSchema }),
    toast: child('toast', ToastContextSchema),
    dialog: child('dialog', DialogContextSchema),
    send: v.optional(child('send', SendContextSchema)),
    revoke: v.optional(child('revoke', RevokeContextSchema)),
    changedate: v.optional(
      child(
        'changedate',
        ChangeDateContextSchema,
        v.looseObject({ checkout: v.optional(child('checkout', CheckoutContextSchema)) }),
      ),
    ),
    inquiry: v.optional(child('inquiry', InquiryContextSchema)),
    'mail-release': v.optional(child('mail-release', MailReleaseContextSchema)),
    signage: v.optional(child('signage', SignageContextSchema)),
  }),
});
