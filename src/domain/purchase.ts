import type * as v from 'valibot';
import type { Lang } from './lang.ts';
import type { PurchaseFactsSchema } from './purchase-facts.ts';
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
