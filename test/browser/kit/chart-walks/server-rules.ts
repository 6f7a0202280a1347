import { expect } from 'vitest';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { readOrderLedger } from '#test/browser/kit/ledger.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from '#test/paths/properties/moment.ts';
import { done, failed, purchase, withCode } from '#test/paths/properties/rule.ts';
import type { PageRule } from './page-rules.ts';

/** The server's own books, and the payment provider's, against what the page says. */

const orderBy = ({ db }: Shop, token: unknown) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderOpenedBy(String(token)))
    .executeTakeFirst();

const tokenOf = ({ books, answer }: Moment): unknown => fieldsOf(answer?.output).token ?? books.placed?.token;

/** The cost of a failed attempt or a paid order by the provider's ledger. */
const netOf = async (shop: Shop, id: string): Promise<number> => {
  const { captured, refunded } = await readOrderLedger(shop, id);
  return captured - refunded;
};

export const serverRules: readonly PageRule[] = [
  {
    docs: 'docs/product.md#calls',
    sentence: 'a write that was answered was sent with the key that its chart had drawn',
    when: ({ answer }) => answer !== null && answer.failure?.code !== 'connection_error' && 'key' in answer.input,
    must: ({ answer }, { requests }) => {
      const { key } = answer?.input ?? {};
      expect(requests.wasSent(String(key)), `${answer?.call} was sent with its key`).toBe(true);
    },
  },
  {
    docs: 'docs/architecture.md#idempotency',
    sentence: 'a key names one request',
    when: () => true,
    must: (_, { requests }) => expect(requests.takeFaults()).toEqual([]),
  },
  {
    docs: 'docs/product.md#order-creation',
    sentence: 'the server has the order that the visitor chose, and the order that it replaces is over',
    when: done('placeOrder'),
    must: async (moment, { shop }) => {
      const { choice, replaces } = fieldsOf(moment.answer?.input);
      const { token, order: reply } = fieldsOf(moment.answer?.output);
      const order = await orderBy(shop, token);
      const { timespan, product, lines } = fieldsOf(choice);
      expect(order).toMatchObject({
        status: 'open',
        product_uuid: fieldsOf(product).uuid,
        time_span_id: fieldsOf(timespan).id,
        total: fieldsOf(reply).price,
      });
      const counts = Array.isArray(lines) ? lines.map((line) => Number(fieldsOf(line).count)) : [];
      expect(order?.quantity).toBe(counts.reduce((sum, count) => sum + count, 0));
      // A mail's link goes on to the order that replaced its own.
      const old = typeof replaces === 'string' ? await orderBy(shop, replaces) : undefined;
      if (old && old.id !== order?.id) expect(old.status).toBe('cancelled');
    },
  },
  {
    docs: 'docs/product.md#screen-sign-in',
    sentence: 'the server has the details as they were typed',
    when: done('putCustomer'),
    must: async (moment, { shop }) => {
      const order = await orderBy(shop, tokenOf(moment));
      expect(order?.customer?.email).toBe(fieldsOf(moment.books.customer).email);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'an order that the visitor cancelled is cancelled at the server',
    when: done('cancelOrder'),
    must: async (moment, { shop }) => {
      const order = await orderBy(shop, moment.old.placed?.token);
      if (order && order.status !== 'expired') expect(order.status).toBe('cancelled');
    },
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'the completion page is shown for an order that is paid, once, and has a ticket',
    // Not when a completed purchase is only looked at again.
    when: ({ now, before }) =>
      now.screen === 'complete' &&
      before.screen !== 'complete' &&
      (before.purchase?.context.completion ?? null) === null,
    must: async (moment, { shop }) => {
      const order = await orderBy(shop, tokenOf(moment));
      expect(order?.status).toBe('paid');
      if (!order) return;
      expect(await netOf(shop, order.id), 'yen taken').toBe(order.total);
      const { reservation_number } = purchase(moment)?.completion ?? {};
      expect(reservation_number?.slice(-4)).toBe(order.reservation_number?.slice(-4));
    },
  },
  {
    docs: 'docs/payments.md#rules-for-every-method',
    sentence: 'a payment that was declined has taken nothing',
    when: failed(['postCheckout', 'confirmPayment'], withCode('payment_api_failure')),
    must: async (moment, { shop }) => {
      const order = await orderBy(shop, tokenOf(moment));
      expect(order?.status).not.toBe('paid');
      if (!order) return;
      // A walk may open an order again that was paid before; that money stays.
      const before = order.reservation_number === null ? 0 : order.total;
      expect(await netOf(shop, order.id), 'yen taken').toBe(before);
    },
  },
];
