import type * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { PurchaseFactsSchema } from './purchase-facts.ts';
import type { SiteRules } from './site.ts';
import { visitOf } from './visit.ts';

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

/** What a payment attempt needs; `r` only after a return from a provider. The price is in yen. */
export const checkoutOf = ({ token, lang, order, method, payment, r }: PurchaseFacts & { lang: Lang }) => ({
  token,
  lang,
  price: order?.price ?? 0,
  visit: order && visitOf(order.main_product),
  method,
  payment,
  r,
});
