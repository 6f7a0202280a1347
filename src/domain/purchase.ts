import type * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { Order } from './order.ts';
import type { ChangeSchema, PurchaseFactsSchema } from './purchase-facts.ts';
import type { SiteRules } from './site.ts';

export type Change = v.InferOutput<typeof ChangeSchema>;
export type PurchaseFacts = v.InferOutput<typeof PurchaseFactsSchema>;

/** The facts of a purchase in which nothing has happened. */
export const noFacts: PurchaseFacts = {
  token: null,
  order: null,
  expiresAt: 0,
  customer: null,
  sentTo: null,
  mailToken: null,
  method: null,
  payment: null,
  isRepricing: false,
  r: null,
  completion: null,
  changing: false,
  changed: [],
  failure: null,
};

type Sited = PurchaseFacts & { site: SiteRules };

export const isUnpaid = ({ completion }: PurchaseFacts): boolean => completion === null;

/** True if the visitor has chosen a method and its payment data are complete. */
export const isPayable = ({ method, payment }: PurchaseFacts): boolean => method !== null && payment !== null;

/** Which steps may be shown when their address is opened (docs/charts.md#page-requests); invitation-only sites lack two of them. */
export const mayShow = {
  order: ({ site }: Sited) => !site.onlyMail,
  'sign-in': (facts: Sited) => !facts.site.onlyMail && facts.order !== null && isUnpaid(facts),
  'sended-mail': (facts: Sited) => facts.sentTo !== null && isUnpaid(facts),
  payment: (facts: Sited) => Boolean(facts.order?.customer_info) && isUnpaid(facts),
  confirm: (facts: Sited) => facts.order !== null && isPayable(facts) && isUnpaid(facts),
  complete: (facts: Sited) => !isUnpaid(facts),
};

/** What a visitor has to see before paying: a coupon that was removed, or another total than the method was chosen for. */
const changesOf = ({ order: old, method }: PurchaseFacts, now: Order): Change[] => [
  ...(old?.coupon && !now.coupon ? ['coupon' as const] : []),
  ...(old && method && old.price !== now.price ? ['total' as const] : []),
];

/**
 * The server's order takes the place of the one that was known. `at`: when the reply came, ms since 1970 by this device's clock. A
 * changed total clears the payment, to be agreed to again.
 */
export const withOrder = (facts: PurchaseFacts, { token, order, at }: { token: string; order: Order; at: number }) => ({
  token,
  order,
  isRepricing: false,
  // This is not the order that was bought in this tab before.
  completion: null,
  mailToken: null,
  expiresAt: at + order.seconds_left * 1000,
  ...(order.customer_info && { customer: order.customer_info }),
  changed: changesOf(facts, order),
  ...(order.price !== facts.order?.price && { payment: null, failure: null }),
});

/** The order as the payment page has it. The payment stays valid unless a coupon made the order free, or no longer free. */
export const withReprice = (
  facts: PurchaseFacts,
  order: Order | null,
  isRepricing: boolean,
): Partial<PurchaseFacts> => {
  if (order === null || order === facts.order) return { isRepricing };
  const isPaymentValid = (order.price === 0) === (facts.method === 'free');
  return { isRepricing, order, ...(!isPaymentValid && { payment: null }) };
};

/** What the hold of the order needs to run. */
export const holdOf = ({ token, expiresAt, order }: PurchaseFacts) => ({
  token: token ?? '',
  expiresAt,
  extensionsLeft: order?.extensions_left ?? 0,
  ended: order?.status === 'expired',
});

/** What a payment attempt needs; `r` only after a return from a provider. The price is in yen. */
export const checkoutOf = ({ token, lang, order, method, payment, r }: PurchaseFacts & { lang: Lang }) => ({
  token,
  lang,
  price: order?.price ?? 0,
  method,
  payment,
  r,
});
