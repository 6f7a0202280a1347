import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import type { Context } from './context.ts';
import { must, NotSeen, needed, type Section, same } from './requirement.ts';

const readOrder = ({ call }: Context, token: string) => call('getOrder', { params: { token } });

/** Most seats that one check takes at once to see that no more are left. */
const maxTaken = 30;

/** The timespan with fewest seats left that orders of one size can sell out. */
const narrow = async (context: Context) => {
  const offers = (await context.offers()).toSorted((one, other) => one.span.remaining - other.span.remaining);
  const offer = needed(offers[0], 'nothing can be ordered');
  const body = await context.bodyOf(offer, { people: 1 });
  const left = await context.remaining(offer.span.id);
  if (left > maxTaken)
    throw new NotSeen(
      `needs a timespan with at most ${maxTaken} seats left in the next weeks; ${offer.span.id} has ${left}`,
    );
  return { body, left };
};

export const holds: Section = {
  // docs/product.md#holds; docs/architecture.md#bar-no-oversell, docs/architecture.md#bar-coupon, docs/architecture.md#bar-timers
  title: 'Holds and seats',
  requirements: [
    {
      id: 'holds.take',
      description: 'a hold reduces the remaining seats, except for requests with its token',
      check: async (context) => {
        const { span } = await context.roomy();
        const before = await context.remaining(span.id);
        const { token, body } = await context.hold();
        same('seats left', await context.remaining(span.id), before - body.quantity);
        same('seats left for its owner', await context.remaining(span.id, token), before);
      },
    },
    {
      id: 'holds.cancel',
      description: 'a cancelled order releases its seats once, accepts a repeated cancellation, and stays cancelled',
      check: async (context) => {
        const { span } = await context.roomy();
        const before = await context.remaining(span.id);
        const { token } = await context.hold();
        for (const _ of [1, 2])
          same('DELETE', await context.call('deleteOrder', { params: { token } }), { cancelled: true });
        same('seats left', await context.remaining(span.id), before);
        same('status', (await readOrder(context, token)).status, 'cancelled');
        const refused = await context.refused('extendOrder', { params: { token } });
        same('more time for it', refused.code, 'order_closed');
      },
    },
    {
      id: 'holds.extend',
      description:
        'a hold has at least five minutes, can be extended at least ten times, is never shortened by it, and is then rejected: extension_limit',
      check: async (context) => {
        const { token, order } = await context.hold(1);
        must('extensions_left', order.extensions_left >= 10, order.extensions_left, '10 at least');
        must('seconds_left', order.seconds_left >= 300, order.seconds_left, '300 at least');
        for (let left = order.extensions_left - 1; left >= 0; left -= 1) {
          const before = (await readOrder(context, token)).seconds_left;
          const extended = await context.call('extendOrder', { params: { token } });
          same('extensions_left', extended.extensions_left, left);
          must('seconds_left', extended.seconds_left >= before - 1, extended.seconds_left, `not less than ${before}`);
        }
        same('once more', (await context.refused('extendOrder', { params: { token } })).code, 'extension_limit');
      },
    },
    {
      id: 'holds.last-seat',
      description:
        'concurrent orders get all remaining seats and never more: the others are rejected as seat_reserve_error',
      check: async (context) => {
        const { body, left } = await narrow(context);
        const fits = Math.floor(left / body.quantity);
        const tries = Array.from({ length: fits + 5 }, () => context.send('createOrder', { body }));
        const answers = await Promise.all(tries);
        const done = answers.filter(({ status }) => status === 200);
        for (const { text } of done) context.taken.add(JSON.parse(text).order_token);
        const rest = await context.remaining(body.time_span_id);
        await context.releaseHolds();
        same(`orders of ${body.quantity} taken where ${left} were left`, done.length, fits);
        same('seats left then', rest, left - fits * body.quantity);
        const others = answers.flatMap((answer) => (answer.status === 200 ? [] : [problemOf(answer).code]));
        same('the others', [...new Set(others)], ['seat_reserve_error']);
        same('seats left after all were given back', await context.remaining(body.time_span_id), left);
      },
    },
  ],
};
