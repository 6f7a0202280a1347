import * as v from 'valibot';
import { PaymentTokenSchema, visitOf } from './checkout.ts';
import { CompletionSchema } from './completion.ts';
import { CustomerInfoSchema } from './customer.ts';
import { FailureDetailsSchema } from './failures.ts';
import type { Lang } from './lang.ts';
import { comparedMail } from './mail.ts';
import { type Order, OrderSchema } from './order.ts';
import { type Method, MethodSchema } from './payment.ts';
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

/** True if the order's customer is known and may pay: where the site asks for that, by a confirmed mail address. */
export const isCustomerReady = (site: SiteRules, order: Order | null): boolean =>
  Boolean(order?.customer_info) && (!site.mailConfirm || order?.mail_confirmed === true);

/** Which steps may be shown when their address is opened (docs/charts.md#page-requests); where visitors are invited, the venue gives the details. */
export const mayShow = {
  'sign-in': (facts: Sited) => !facts.site.onlyMail && facts.order !== null && isUnpaid(facts),
  'sended-mail': (facts: Sited) => facts.sentTo !== null && isUnpaid(facts),
  payment: (facts: Sited) => isCustomerReady(facts.site, facts.order) && isUnpaid(facts),
  confirm: (facts: Sited) => isCustomerReady(facts.site, facts.order) && isPayable(facts) && isUnpaid(facts),
};

/** Whether the venue has moved the chosen visit. */
const isMoved = ({ main_product: old }: Order, { main_product: now }: Order): boolean =>
  old.time_span_id === now.time_span_id &&
  (old.reservation_from !== now.reservation_from || old.reservation_to !== now.reservation_to);

/**
 * Changes that a visitor has to see before paying: a visit that was moved, a coupon that was removed, or another total than the method
 * was chosen for.
 */
const changesOf = ({ order: old, method }: PurchaseFacts, now: Order): Change[] => [
  ...(old && isMoved(old, now) ? ['visit' as const] : []),
  ...(old?.coupon && !now.coupon ? ['coupon' as const] : []),
  ...(old && method && old.price !== now.price ? ['total' as const] : []),
];

/** The confirmed address as far as this order shows it; null if the server no longer counts the known one. */
const confirmedOf = (facts: PurchaseFacts, { customer_info: customer, mail_confirmed }: Order): string | null => {
  if (customer && mail_confirmed) return customer.email;
  return customer && isConfirmed(facts, customer.email) ? null : facts.confirmed;
};

/**
 * The server's order takes the place of the one that was known. `at`: when the reply came, ms since 1970 by this device's clock. A
 * changed total or visit clears the payment, to be agreed to again.
 */
export const withOrder = (facts: PurchaseFacts, { token, order, at }: { token: string; order: Order; at: number }) => {
  const changed = changesOf(facts, order);
  const isAgreed = order.price === facts.order?.price && !changed.includes('visit');
  return {
    token,
    order,
    isRepricing: false,
    // This is not the order that was bought in this tab before.
    completion: null,
    mailToken: null,
    expiresAt: at + order.seconds_left * 1000,
    ...(order.customer_info ? { customer: order.customer_info } : {}),
    confirmed: confirmedOf(facts, order),
    changed,
    ...(isAgreed ? {} : { payment: null, failure: null }),
  };
};

/** The order as the payment page has it. A moved visit, or a coupon that makes it free or not, ends the payment. */
const withReprice = (facts: PurchaseFacts, order: Order | null): Partial<PurchaseFacts> => {
  if (order === null || order === facts.order) return {};
  if (facts.order && isMoved(facts.order, order)) return { order, payment: null, changed: ['visit'] };
  const isPaymentValid = (order.price === 0) === (facts.method === 'free');
  return { order, ...(isPaymentValid ? {} : { payment: null }) };
};

/** The method as the payment page has it, also before it is submitted. A change that is left unfinished leaves the agreed payment. */
const withMethod = ({ method, payment, changing }: PurchaseFacts, chosen: Method | null): Partial<PurchaseFacts> =>
  chosen === method || (changing && payment !== null) ? {} : { method: chosen, payment: null };

/** Takes over the order and method of the payment page, which may be left at any time. */
export const withPaymentPage = (
  facts: PurchaseFacts,
  { order, method }: { order: Order | null; method: Method | null },
): Partial<PurchaseFacts> => {
  const repriced = withReprice(facts, order);
  return { ...repriced, ...withMethod({ ...facts, ...repriced }, method) };
};

/** The input of the order's hold. */
export const holdOf = ({ token, expiresAt, order }: PurchaseFacts) => ({
  token: token ?? '',
  expiresAt,
  extensionsLeft: order?.extensions_left ?? 0,
  lastAdmission: order?.last_admission ?? null,
  ended: order?.status === 'expired',
});
