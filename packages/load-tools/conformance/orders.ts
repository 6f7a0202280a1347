import { priceAt, totalOf } from 'ticket-store/src/domain/money.ts';
import { type SaleType, SaleTypeSchema } from 'ticket-store/src/domain/product.ts';
import type { Context, Offer, OrderBody } from './context.ts';
import { needed, type Requirement, type Section, same } from './requirement.ts';

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

/** An order that must be rejected because of one change, with this code and field. */
const refusal = (
  id: string,
  what: string,
  code: string,
  field: string,
  change: (body: OrderBody, offer: Offer) => Partial<OrderBody>,
): Requirement => ({
  id: `orders.${id}`,
  description: `an order ${what} is rejected as ${code}, the field named`,
  check: async (context) => {
    const offer = await context.roomy();
    const body = await context.bodyOf(offer);
    const refused = await context.refused('createOrder', { body: { ...body, ...change(body, offer) } });
    same('refusal', { code: refused.code, fields: refused.fields }, { code, fields: [field] });
  },
});

export const orders: Section = {
  // docs/product.md#order-creation, docs/product.md#order-total; docs/architecture.md#bar-server-decides
  title: 'Orders and their price',
  requirements: [
    ...SaleTypeSchema.options.map(priced),
    {
      id: 'orders.told',
      description:
        'an order returns what was chosen: product, timespan with its times, people, options; GET returns what POST returned',
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
      // docs/product.md#waiting-room
      id: 'orders.queue',
      description: 'GET /queue reports no place to a browser that no refused order has given one',
      check: async (context) => {
        const { product } = await context.roomy();
        const { state, ahead } = await context.call('getQueuePlace', { query: { product_uuid: product.uuid } });
        same('place', { state, ahead }, { state: 'over', ahead: 0 });
      },
    },
    {
      id: 'orders.replace',
      description:
        'an order replaces another atomically: the old one is cancelled, its seats count for the new one, and its customer is kept',
      check: async (context) => {
        const offer = await context.roomy();
        const old = await context.ready(await context.bodyOf(offer, { people: 1 }));
        const before = await context.remaining(offer.span.id);
        const body = await context.bodyOf(offer, { people: 2 });
        const { order } = await context.take({ ...body, replaces: old.token });
        same('customer_info', order.customer_info, old.order.customer_info);
        same(
          'status of the old one',
          (await context.call('getOrder', { params: { token: old.token } })).status,
          'cancelled',
        );
        same('seats left', await context.remaining(offer.span.id), before - body.quantity + old.body.quantity);
      },
    },
    refusal(
      'too-many',
      'of more people than the product allows',
      'invalid_quantity',
      'quantity',
      (body, { product }) => ({ quantity: product.max_quantity + 1, option_values: body.option_values }),
    ),
    refusal(
      'another-sum',
      'whose quantity is not the sum of its options',
      'invalid_quantity',
      'quantity',
      (body, { product }) => ({
        quantity: body.quantity === product.max_quantity ? body.quantity - 1 : body.quantity + 1,
      }),
    ),
    refusal(
      'option-twice',
      'with an option twice',
      'invalid_input',
      'option_values/1/id',
      ({ option_values: [one] }) => ({ option_values: [needed(one, 'no option'), needed(one, 'no option')] }),
    ),
    refusal(
      'option-unknown',
      'with an option that is not the product’s',
      'invalid_input',
      'option_values/0/id',
      ({ quantity }) => ({ option_values: [{ id: 'no-such-option', count: quantity }] }),
    ),
    refusal('set-unknown', 'with a set product that is not offered', 'invalid_input', 'set_products/0/id', () => ({
      set_products: [{ id: 'no-such-set', count: 1 }],
    })),
    refusal('product-unknown', 'of a product that is not on sale', 'ticket_not_on_sale', 'product_uuid', () => ({
      product_uuid: 'no-such-product',
    })),
    refusal(
      'timespan-unknown',
      'of a timespan that is not the product’s',
      'product_change_date_error',
      'time_span_id',
      () => ({ time_span_id: 'no-such-timespan' }),
    ),
  ],
};
