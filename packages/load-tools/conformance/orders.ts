import { priceAt, totalOf } from 'ticket-store/src/domain/money.ts';
import { type SaleType, SaleTypeSchema } from 'ticket-store/src/domain/product.ts';
import type { Context, Offer, OrderBody } from './context.ts';
import { type Requirement, type Section, same } from './requirement.ts';

/** The order's price in yen, computed from the catalogue's prices. */
const expectedPrice = async ({ call, lang }: Context, { product, span }: Offer, body: OrderBody): Promise<number> => {
  const query = { lang: await lang(), main_product_time_span_id: span.id };
  const sets = body.set_products.length > 0 ? await call('searchSetProducts', { query }) : [];
  return totalOf([
    ...body.option_values.map(({ id, count }) => {
      const option = product.options.find((one) => one.id === id);
      return { count, price: priceAt(option?.add_cost ?? Number.NaN, span.surcharge) };
    }),
    ...body.set_products.map(({ id, count }) => ({
      count,
      price: sets.find(({ uuid }) => uuid === id)?.add_cost ?? Number.NaN,
    })),
  ]);
};

const priced = (kind: SaleType): Requirement => ({
  id: `orders.price-${kind}`,
  description: `an order of a product sold by ${kind} costs the sum of its items in whole yen: options with the surcharge of the timespan (free ones stay free), set products`,
  check: async (context) => {
    const offer = await context.roomy(kind);
    const body = await context.bodyOf(offer, { people: 3, sets: true });
    const { token, order } = await context.take(body);
    const price = await expectedPrice(context, offer, body);
    same('order/price', order.price, price);
    same('price of GET /orders/{token}', (await context.call('getOrder', { params: { token } })).price, price);
  },
});

export const orders: Section = {
  // docs/product.md#order-creation, docs/product.md#order-total; docs/architecture.md#bar-server-decides
  title: 'Orders and their price',
  requirements: [
    ...SaleTypeSchema.options.map(priced),
    {
      id: 'orders.read',
      description:
        'an order returns the choice: product, timespan with its times, people, options; GET returns the same as POST',
      check: async (context) => {
        const { product, span } = await context.roomy();
        const body = await context.bodyOf({ product, span });
        const { token, order } = await context.take(body);
        const { main_product: main } = order;
        same(
          'main_product',
          [main.product_uuid, main.time_span_id, main.sale_type, main.quantity],
          [product.uuid, span.id, product.sale_type, body.quantity],
        );
        const lines = main.order_options.flatMap(({ id, quantity }) => (quantity > 0 ? [{ id, count: quantity }] : []));
        same('order_options', lines, body.option_values);
        const times = (of: { reservation_from: string; reservation_to: string }) =>
          [of.reservation_from, of.reservation_to].map((at) => Date.parse(at));
        same('times', times(main), times(span));
        same('status', [order.status, order.completion, order.coupon], ['open', null, null]);
        const { seconds_left: _then, ...first } = order;
        const { seconds_left: _now, ...again } = await context.call('getOrder', { params: { token } });
        same('GET /orders/{token}', again, first);
      },
    },
    {
      id: 'orders.lang',
      description: 'an order is returned in the language in which it was placed, for each of GET /langs',
      check: async (context) => {
        const offer = await context.roomy();
        for (const lang of await context.langs()) {
          const { order } = await context.take(await context.bodyOf(offer, { people: 1, lang }));
          same('order/lang', order.lang, lang);
        }
      },
    },
    {
      id: 'orders.replace',
      description:
        'an order replaces another atomically: the old one is cancelled, its seats count for the new one, and its customer stays',
      check: async (context) => {
        const offer = await context.roomy();
        const old = await context.ready(await context.bodyOf(offer, { people: 1 }));
        const before = await context.remaining(offer.span.id);
        const body = await context.bodyOf(offer, { people: 2 });
        const { order } = await context.take({ ...body, replaces: old.token });
        same('customer_info', order.customer_info, old.order.customer_info);
        const { status } = await context.call('getOrder', { params: { token: old.token } });
        same('status of the old one', status, 'cancelled');
        same('seats left', await context.remaining(offer.span.id), before - body.quantity + old.body.quantity);
      },
    },
  ],
};
