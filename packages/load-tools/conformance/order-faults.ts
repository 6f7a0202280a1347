import {
  bodyOf,
  changeBody,
  changeOrder,
  changeRequest,
  type Fault,
  listOf,
  removeFieldNames,
  replaceCode,
} from './fault.ts';

const post = /^POST \/orders$/;
const get = /^GET \/orders\//;

/** Faults up to the purchase; each is planted alone, as those of `faults.ts`. */
export const orderFaults: readonly Fault[] = [
  {
    what: 'two languages that are the default',
    breaks: ['catalogue.langs'],
    between: changeBody(/^GET \/langs$/, (all) =>
      listOf(all).map((lang, index) => (index < 2 ? { ...lang, is_default: true } : lang)),
    ),
  },
  {
    what: 'one method less in English',
    breaks: ['catalogue.every-lang'],
    between: changeBody(/^GET \/paymentmethods$/, (all, { query }) =>
      query.includes('lang=en') ? listOf(all).slice(1) : all,
    ),
  },
  {
    what: 'a field required and not shown',
    breaks: ['catalogue.fields'],
    between: changeBody(/^GET \/field_templates$/, (all) =>
      listOf(all).map((field, index) => (index === 0 ? { ...field, is_display: false, is_require: true } : field)),
    ),
  },
  {
    what: 'a product that no order can contain',
    breaks: ['catalogue.limits'],
    between: changeBody(/^GET \/products$/, (all) =>
      listOf(all).map((product, index) => (index === 1 ? { ...product, options: [] } : product)),
    ),
  },
  {
    what: 'a search without the last requested day',
    breaks: ['catalogue.days'],
    between: changeBody(/^GET \/products\/search$/, (body) => ({
      ...body,
      days: listOf(body.days).length > 50 ? listOf(body.days).slice(0, -1) : body.days,
    })),
  },
  {
    what: 'a stock returned one seat short',
    breaks: ['catalogue.stock'],
    between: changeBody(/orderable_stocks$/, (body) => ({ ...body, remaining: Number(body.remaining) - 1 })),
  },
  {
    what: 'an order that returns another quantity',
    breaks: ['orders.told'],
    between: changeOrder(post, (order) => ({ ...order, main_product: { ...Object(order.main_product), quantity: 9 } })),
  },
  {
    what: 'a place in the waiting room that nobody has',
    breaks: ['orders.queue'],
    between: changeBody(/^GET \/queue$/, (place) => ({ ...place, state: 'waiting', ahead: 1 })),
  },
  {
    what: 'a replaced order reported as open',
    breaks: ['orders.replace'],
    between: changeOrder(get, (order) => (order.status === 'cancelled' ? { ...order, status: 'open' } : order)),
  },
  {
    what: 'too many people refused for another reason',
    breaks: ['orders.too-many', 'orders.another-sum'],
    between: replaceCode(post, 'invalid_quantity', 'invalid_input'),
  },
  {
    what: 'an unknown product refused for another reason',
    breaks: ['orders.product-unknown'],
    between: replaceCode(post, 'ticket_not_on_sale', 'bad_request'),
  },
  {
    what: 'an unknown timespan refused for another reason',
    breaks: ['orders.timespan-unknown'],
    between: replaceCode(post, 'product_change_date_error', 'ticket_not_on_sale'),
  },
  {
    what: 'another day reported as today',
    breaks: ['catalogue.today'],
    between: changeBody(/^GET \/signage\/today$/, (body) => ({
      ...body,
      as_of: new Date(Date.parse(String(body.as_of)) + 4 * 86_400_000).toISOString(),
    })),
  },
  {
    what: 'an invalid language rejected, and not named',
    breaks: ['catalogue.lang-refused'],
    between: removeFieldNames(/^GET \/products$/, 400),
  },
  {
    what: 'an error in the lines of an order, not named',
    breaks: ['orders.option-twice', 'orders.option-unknown', 'orders.set-unknown'],
    between: removeFieldNames(post, 400),
  },
  {
    what: 'a hold that blocks its own order',
    breaks: ['holds.take'],
    between: changeRequest(/orderable_stocks$/, (request) => ({
      ...request,
      query: request.query.replace(/&order_token=[^&]+/, ''),
    })),
  },
  {
    what: 'an extension that is not counted',
    breaks: ['holds.extend'],
    between: changeOrder(/\/extend$/, (order) => ({ ...order, extensions_left: 10 })),
  },
  {
    what: 'a customer who is not stored',
    breaks: ['customers.kept'],
    between: changeOrder(get, (order) => ({ ...order, customer_info: null })),
  },
  {
    what: 'a field of the customer named that is not the wrong one',
    breaks: ['customers.refused'],
    between: changeBody(
      /^PUT \/orders\//,
      (body) => ({ ...body, errors: [{ pointer: '#/customer_info', detail: 'Wrong.' }] }),
      400,
    ),
  },
  {
    what: 'a mail to another address',
    breaks: ['customers.mail'],
    between: changeBody(/^POST \/ordermails\//, () => ({ sent_to: 'else@visitor.example' })),
  },
  {
    what: 'another total or visit refused without the field',
    breaks: ['checkout.price', 'checkout.visit'],
    between: removeFieldNames(/^POST \/orders\/checkout\//, 409),
  },
  {
    what: 'a missing customer rejected without the field',
    breaks: ['checkout.customer'],
    between: removeFieldNames(/^POST \/orders\/checkout\//, 400),
  },
  {
    what: 'a method that is not offered, refused for another reason',
    breaks: ['checkout.method', 'checkout.minimum'],
    between: replaceCode(/^POST \/orders\/checkout\//, 'method_unavailable', 'bad_request'),
  },
  {
    what: 'an unknown coupon reported as expired',
    breaks: ['coupons.unknown'],
    between: replaceCode(/^POST \/ordercoupons\//, 'coupon_code_not_exist', 'coupon_expired'),
  },
  {
    what: 'an empty coupon refused without its field',
    breaks: ['coupons.empty'],
    between: removeFieldNames(/^POST \/ordercoupons\//, 400),
  },
  {
    what: 'a coupon returned as it was typed',
    breaks: ['coupons.typed'],
    between: changeBody(/^POST \/ordercoupons\//, (order, request) => ({
      ...order,
      coupon: { ...Object(order.coupon), coupon_code: bodyOf(request).coupon },
    })),
  },
  {
    what: 'a removed coupon whose discount remains',
    breaks: ['coupons.taken-off'],
    between: changeOrder(/^DELETE \/ordercoupons\//, (order) => ({ ...order, price: Number(order.price) - 100 })),
  },
  {
    what: 'an invalid key accepted',
    breaks: ['keys.odd'],
    between: changeRequest(post, ({ headers, ...request }) => {
      const { 'idempotency-key': key = '', ...rest } = headers;
      return { ...request, headers: /^"?short/.test(key) ? rest : headers };
    }),
  },
  {
    what: 'a key of under 128 bits accepted',
    breaks: ['keys.odd'],
    between: changeRequest(post, ({ headers, ...request }) => {
      const { 'idempotency-key': key = '', ...rest } = headers;
      return { ...request, headers: /^[\da-f]{31}$/.test(key) ? { ...rest, 'idempotency-key': `${key}0` } : headers };
    }),
  },
  {
    what: 'the first response to a call without a key returned again',
    breaks: ['keys.none'],
    between: () => {
      let first: Awaited<ReturnType<Parameters<ReturnType<Fault['between']>>[1]>> | undefined;
      return async (request, pass) => {
        if (!post.test(`${request.method} ${request.path}`) || 'idempotency-key' in request.headers)
          return pass(request);
        first ??= await pass(request);
        return first;
      };
    },
  },
];
