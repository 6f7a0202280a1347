import { acceptRejected, bodyOf, changeBody, changed, changeRequest, type Fault, restate } from './fault.ts';
import type { Between, ProxyRequest } from './proxy.ts';

const post = /^POST \/orders$/;
const counts = (request: ProxyRequest): number[] => {
  const { option_values = [] } = bodyOf(request);
  return Array.isArray(option_values) ? option_values.map((one) => Number(Object(one).count)) : [];
};
const idIn = (request: ProxyRequest, list: string): string => String(Object(Object(bodyOf(request)[list])[0]).id);

/** Requests to another site are handled as those of the first. */
const elsewhere = (way: RegExp): (() => Between) =>
  changeRequest(way, (request) => (request.site === '/artizon' ? { ...request, site: '' } : request));

/** Rules that a server leaves to its pages; each is planted alone. */
export const ruleFaults: readonly Fault[] = [
  {
    what: 'a site without an operator’s name',
    breaks: ['sites.operator'],
    between: changeBody(/^GET \/configurations$/, (body) => ({ ...body, operator_name: '' })),
  },
  {
    what: 'an order that opens at every site',
    breaks: ['sites.tokens-apart'],
    between: elsewhere(/^(?:GET|DELETE) \/orders\//),
  },
  { what: 'a product that every site sells', breaks: ['sites.products-apart'], between: elsewhere(post) },
  {
    what: 'an invitation-only site that accepts any order',
    breaks: ['sites.invitation'],
    between: acceptRejected(post, /#\/replaces/),
  },
  {
    what: 'a site with mail confirmation that accepts payments for unconfirmed addresses',
    breaks: ['sites.mail-confirm'],
    between: acceptRejected(/^POST \/orders\/checkout\//, /#\/customer_info\/email/),
  },
  {
    what: 'a mailed link that outlives its address',
    breaks: ['sites.link-ends'],
    between: acceptRejected(/^GET \/ordermails\//, /token_unavailable/),
  },
  {
    what: 'more of an option than it allows, accepted',
    breaks: ['rules.option-most'],
    between: acceptRejected(post, /option_values\/\d+\/count/),
  },
  {
    what: 'an order without people, accepted',
    breaks: ['rules.nobody'],
    between: acceptRejected(post, /"#\/quantity"/, (request) => counts(request).every((count) => count === 0)),
  },
  {
    what: 'more people than one order may have, accepted if each option allows its number',
    breaks: ['rules.most-people'],
    between: acceptRejected(post, /"#\/quantity"/, (request) => {
      const sum = counts(request).reduce((total, count) => total + count, 0);
      return sum > 0 && sum === bodyOf(request).quantity;
    }),
  },
  {
    what: 'an option of another product, accepted',
    breaks: ['rules.option-elsewhere'],
    between: acceptRejected(
      post,
      /option_values\/0\/id/,
      (request) => idIn(request, 'option_values') !== 'no-such-option',
    ),
  },
  {
    what: 'a timespan of another product, accepted',
    breaks: ['rules.timespan-elsewhere'],
    between: acceptRejected(
      post,
      /product_change_date_error/,
      (request) => bodyOf(request).time_span_id !== 'no-such-timespan',
    ),
  },
  {
    what: 'a timespan whose sale is over, accepted',
    breaks: ['rules.timespan-closed'],
    between: acceptRejected(post, /#\/time_span_id.*ticket_not_on_sale|ticket_not_on_sale.*#\/time_span_id/s),
  },
  {
    what: 'a set product twice, accepted',
    breaks: ['rules.set-twice'],
    between: acceptRejected(post, /set_products\/1\/id/),
  },
  {
    what: 'more of a set product than one order may have, accepted',
    breaks: ['rules.set-most'],
    between: acceptRejected(post, /set_products\/0\/count/),
  },
  {
    what: 'more people than seats, accepted in one order',
    breaks: ['rules.seats'],
    between: acceptRejected(post, /seat_reserve_error/),
  },
  { what: 'an unsupported language, accepted', breaks: ['rules.lang'], between: acceptRejected(post, /"#\/lang"/) },
  {
    what: 'a customer without a name, stored by a mail request',
    breaks: ['customers.mail-refused'],
    between: acceptRejected(/^POST \/ordermails\//, /invalid_input/),
  },
  {
    what: 'a payment below a method’s minimum, attempted',
    breaks: ['checkout.minimum'],
    between: () => async (request, pass) => {
      const answer = await pass(request);
      const isCheap = request.path.startsWith('/orders/checkout/') && Number(bodyOf(request).price) < 50;
      return isCheap && answer.text.includes('method_unavailable')
        ? changed({ ...answer, status: 402 }, (body) => ({ ...body, status: 402, code: 'payment_api_failure' }))
        : answer;
    },
  },
  {
    what: 'a coupon of the counter, reported as unknown',
    breaks: ['coupons.refused'],
    between: restate(/^POST \/ordercoupons\//, 409, 404, { code: 'coupon_code_not_exist' }),
  },
  {
    what: 'an order’s token that returns the ticket after the purchase',
    breaks: ['purchases.token-ends'],
    between: () => {
      const completions = new Map<string, unknown>();
      return async (request, pass) => {
        const answer = await pass(request);
        const token = request.path.split('/').at(-1) ?? '';
        if (request.path.startsWith('/orders/checkout/') && answer.status === 200) {
          const { completion } = Object(JSON.parse(answer.text));
          if (completion?.reservation_token) completions.set(token, completion);
        }
        const known =
          request.method === 'GET' && request.path.startsWith('/orders/') ? completions.get(token) : undefined;
        return known ? changed(answer, (body) => ({ ...body, completion: known })) : answer;
      };
    },
  },
  {
    what: 'a payment whose response is returned only once',
    breaks: ['purchases.key'],
    between: () => {
      const keys = new Set<string>();
      return async (request, pass) => {
        const answer = await pass(request);
        const key = request.headers['idempotency-key'] ?? '';
        if (!request.path.startsWith('/orders/checkout/') || answer.status !== 200) return answer;
        if (!keys.has(key)) {
          keys.add(key);
          return answer;
        }
        return changed(answer, (body) => ({ ...body, completion: { reservation_number: '…', reservation_token: '' } }));
      };
    },
  },
  {
    what: 'a more expensive date, accepted',
    breaks: ['tickets.dearer'],
    between: acceptRejected(/\/changedate$/, /dearer_slot/),
  },
  {
    what: 'a date of another product, refused for another reason',
    breaks: ['tickets.elsewhere'],
    between: changeBody(/\/changedate$/, (body) => ({ ...body, code: 'ticket_not_on_sale' }), 400),
  },
  {
    what: 'a ticket that was sent on and can still be shared',
    breaks: ['tickets.handed-over'],
    between: acceptRejected(/\/share$/, /cannot_change_ticket/),
  },
];
