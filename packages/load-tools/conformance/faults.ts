import { SaleTypeSchema } from 'ticket-store/src/domain/product.ts';
import {
  acceptRejected,
  bodyOf,
  changeBody,
  changed,
  changeOrder,
  changeRequest,
  changeResponse,
  type Fault,
  headed,
  listOf,
} from './fault.ts';

const problem = (status: number) => JSON.stringify({ type: 'about:blank', title: 'Oh', status, code: 'request_error' });
const orderCalls = /^(POST|GET) \/orders(\/[\w-]{32})?$/;

/** Each fault is planted alone. */
export const faults: readonly Fault[] = [
  { what: 'nothing', breaks: [], between: () => (request, pass) => pass(request) },
  {
    what: 'a product without its caution',
    breaks: ['answers.getProducts'],
    between: changeBody(/^GET \/products$/, (all) => listOf(all).map(({ caution: _caution, ...product }) => product)),
  },
  {
    what: 'the last timespan of a day returned nine hours late, as if venue time were UTC',
    breaks: ['catalogue.venue-time'],
    between: changeBody(/^GET \/products\/search$/, ({ days, time_spans }) => {
      const late = (moment: unknown) => new Date(Date.parse(String(moment)) + 9 * 3_600_000).toISOString();
      const shift = (span: Record<string, unknown>) => ({
        ...span,
        reservation_from: late(span.reservation_from),
        reservation_to: late(span.reservation_to),
      });
      const spans = listOf(time_spans);
      return {
        days,
        time_spans: spans.map((span, index) => (index > 2 && index === spans.length - 1 ? shift(span) : span)),
      };
    }),
  },
  ...SaleTypeSchema.options.map((kind) => ({
    what: `a price off by one yen, of products sold by ${kind}`,
    breaks: [`orders.price-${kind}`],
    between: changeOrder(orderCalls, (order) =>
      Object(order.main_product).sale_type === kind ? { ...order, price: Number(order.price) + 1 } : order,
    ),
  })),
  {
    what: 'orders in Japanese, whatever language was requested',
    breaks: ['orders.lang'],
    between: changeRequest(/^POST \/orders$/, (request) => ({
      ...request,
      body: request.body.replace(/"lang":"[a-z-]+"/, '"lang":"ja"'),
    })),
  },
  {
    what: 'seats sold that are not there',
    breaks: ['holds.last-seat'],
    between: acceptRejected(/^POST \/orders$/, /seat_reserve_error/),
  },
  {
    what: 'a hold whose remaining time does not decrease',
    breaks: ['holds.time'],
    between: changeOrder(orderCalls, (order) => ({ ...order, seconds_left: 900 })),
  },
  {
    what: 'a cancelled order reported as expired',
    breaks: ['holds.cancel'],
    between: changeOrder(/^GET \/orders\//, (order) =>
      order.status === 'cancelled' ? { ...order, status: 'expired' } : order,
    ),
  },
  {
    what: 'a telephone number stored as it was typed',
    breaks: ['customers.meant'],
    between: changeBody(/^PUT \/orders\//, (order, request) => {
      const { phone } = bodyOf(request);
      return { ...order, customer_info: { ...Object(order.customer_info), phone } };
    }),
  },
  {
    what: 'a coupon that is returned and gives no discount',
    breaks: ['coupons.applied'],
    between: changeOrder(/^POST \/ordercoupons\//, (order) => ({
      ...order,
      price: Number(order.price) + Number(Object(order.coupon).coupon_discount ?? 0),
    })),
  },
  {
    what: 'an Idempotency-Key that extending a hold ignores',
    breaks: ['keys.twice', 'keys.at-once'],
    between: changeRequest(
      /^POST \/orders\/[\w-]+\/extend$/,
      ({ headers: { 'idempotency-key': _key, ...headers }, ...request }) => ({ ...request, headers }),
    ),
  },
  {
    what: 'the key of another body accepted as if it were the same',
    breaks: ['keys.other-body'],
    between: acceptRejected(/^PUT \/orders\//, /idempotency_key_reused/),
  },
  {
    what: 'a wrong mail with a right number reported as wrong',
    breaks: ['look-up.equal'],
    between: () => {
      const numbers = new Set<string>();
      return async (request, pass) => {
        const answer = await pass(request);
        for (const [, number = ''] of answer.text.matchAll(/"reservation_number":"([^"]+)"/g)) numbers.add(number);
        const isKnown = numbers.has(new URLSearchParams(request.query).get('reservation_number') ?? '');
        return answer.status === 404 && isKnown
          ? changed(answer, (body) => ({ ...body, detail: 'Another mail.' }))
          : answer;
      };
    },
  },
  {
    what: 'an unknown token whose format is revealed',
    breaks: ['refusals.unknown-token'],
    between: changeBody(/^GET \/tickets\/[\w-]{36}$/, (body) => ({ ...body, detail: 'It has ended.' }), 404),
  },
  {
    what: 'responses that pages of any site may read',
    breaks: ['refusals.other-sites'],
    between: changeResponse(/^GET \/orders\//, 200, (answer, { headers: { origin = '' } }) =>
      headed(answer, 'access-control-allow-origin', origin),
    ),
  },
  {
    what: 'refusals as plain JSON',
    breaks: ['answers.problem'],
    between: changeResponse(/./, 404, (answer) => headed(answer, 'content-type', 'application/json')),
  },
  {
    what: '500 where a body is of another type',
    breaks: ['malformed.calm'],
    between: changeResponse(/./, 415, (answer) => ({ ...answer, status: 500, text: problem(500) })),
  },
  {
    what: 'a field named that is not the wrong one',
    breaks: ['malformed.named'],
    between: changeBody(
      /^POST \/orders$/,
      (body) => ({ ...body, errors: [{ pointer: '#/elsewhere', detail: 'Wrong.' }] }),
      400,
    ),
  },
  {
    what: 'an order that proxies may cache',
    breaks: ['answers.no-store'],
    between: changeResponse(/^GET \/orders\//, 200, (answer) => headed(answer, 'cache-control', 'private, max-age=60')),
  },
  {
    what: 'a server that reveals its version',
    breaks: ['answers.headers'],
    between: changeResponse(/^GET \/langs$/, 200, (answer) => headed(answer, 'server', 'shopd/1.4.2')),
  },
  {
    what: 'a declined card that closes the order',
    breaks: ['purchases.declined'],
    between: () => {
      const declined = new Set<string>();
      return async (request, pass) => {
        const answer = await pass(request);
        const token = request.path.split('/').at(-1) ?? '';
        if (answer.status === 402) declined.add(token);
        const isClosed = request.method === 'GET' && declined.has(token);
        return isClosed ? changed(answer, (body) => ({ ...body, status: 'cancelled' })) : answer;
      };
    },
  },
  {
    what: 'a share link that remains valid when sharing stops',
    breaks: ['tickets.share'],
    between: acceptRejected(/^GET \/tickets\/shared\//, /token_not_found/),
  },
  {
    what: 'a receipt without its last line',
    breaks: ['tickets.receipt'],
    between: changeBody(/\/receipt$/, (body) => ({ ...body, lines: listOf(body.lines).slice(0, -1) })),
  },
];
