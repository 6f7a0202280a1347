import type { Order } from './order.ts';
import type { Method } from './payment.ts';
import { type Change, isConfirmed, type PurchaseFacts } from './purchase.ts';

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
