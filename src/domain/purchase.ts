import * as v from 'valibot';
import { PaymentTokenSchema, visitOf } from './checkout.ts';
import { CompletionSchema } from './completion.ts';
import { CustomerInfoSchema } from './customer.ts';
import { FailureDetailsSchema } from './failures.ts';
import type { Lang } from './lang.ts';
import { comparedMail } from './mail.ts';
import { type Order, OrderSchema } from './order.ts';
import { MethodSchema } from './payment.ts';
import type { SiteRules } from './site.ts';

/** Changes that the visitor must see after an order was placed or read again. */
export const ChangeSchema = v.picklist(['visit', 'total', 'coupon']);
export type Change = v.InferOutput<typeof ChangeSchema>;

/** The client's data of one purchase. */
export const PurchaseFactsSchema = v.object({
  token: v.nullable(v.string()),
  order: v.nullable(OrderSchema),
  /** When the hold ends, ms since 1970 by this device's clock. */
  expiresAt: v.number(),
  customer: v.nullable(CustomerInfoSchema),
  /** Where the confirmation mail was sent, on sites that require one. */
  sentTo: v.nullable(v.string()),
  mailToken: v.nullable(v.string()),
  /** The address that was confirmed by a mail's link. */
  confirmed: v.nullable(v.string()),
  method: v.nullable(MethodSchema),
  payment: v.nullable(PaymentTokenSchema),
  /** A coupon is being changed: the total is unknown until the reply. */
  isRepricing: v.boolean(),
  /** Reference of a provider's return, until checkout has queried it. */
  r: v.nullable(v.string()),
  completion: v.nullable(CompletionSchema),
  /** A change variant (`?ref=c`): the step leads straight back to confirm. */
  changing: v.boolean(),
  /** Changes of the order to show before it is paid. */
  changed: v.array(ChangeSchema),
  /** Last error, shown at the top of the step. */
  failure: v.nullable(FailureDetailsSchema),
});

export type PurchaseFacts = v.InferOutput<typeof PurchaseFactsSchema>;

/** The facts of a purchase in which nothing has happened. */
export const noFacts: PurchaseFacts = {
  token: null,
  order: null,
  expiresAt: 0,
  customer: null,
  sentTo: null,
  mailToken: null,
  confirmed: null,
  method: null,
  payment: null,
  isRepricing: false,
  r: null,
  completion: null,
  changing: false,
  changed: [],
  failure: null,
};

export const isUnpaid = ({ completion }: PurchaseFacts): boolean => completion === null;

/** The input of a payment attempt; `r` only after a return from a provider. The price is in yen. */
export const checkoutOf = ({ token, lang, order, method, payment, r }: PurchaseFacts & { lang: Lang }) => ({
  token,
  lang,
  price: order?.price ?? 0,
  visit: order && visitOf(order.main_product),
  method,
  payment,
  r,
});

type Sited = PurchaseFacts & { site: SiteRules };

/** True if the visitor has chosen a method and its payment data are complete. */
export const isPayable = ({ method, payment }: PurchaseFacts): boolean => method !== null && payment !== null;

/** True if this is the address that a mail's link has confirmed. */
export const isConfirmed = ({ confirmed }: PurchaseFacts, email: string): boolean =>
  confirmed !== null && comparedMail(email) === comparedMail(confirmed);

/** True if the order's customer is known and may pay. */
export const isNamed = (site: SiteRules, order: Order | null): boolean =>
  Boolean(order?.customer_info) && (!site.mailConfirm || order?.mail_confirmed === true);

/** Which steps may be shown when their address is opened (docs/charts.md#page-requests); invitation-only sites lack two of them. */
export const mayShow = {
  'sign-in': (facts: Sited) => !facts.site.onlyMail && facts.order !== null && isUnpaid(facts),
  'sended-mail': (facts: Sited) => facts.sentTo !== null && isUnpaid(facts),
  payment: (facts: Sited) => isNamed(facts.site, facts.order) && isUnpaid(facts),
  confirm: (facts: Sited) => isNamed(facts.site, facts.order) && isPayable(facts) && isUnpaid(facts),
};
