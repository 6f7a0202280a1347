import type { CallName } from 'ticket-store/src/api/contract/index.ts';
import { answerChallenge, replyOf } from 'ticket-store/test/api/kit/pay.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import { buy, orderToPay, payWith, preparePayment } from './buying.ts';
import { must, NotSeen, type Section, same } from './requirement.ts';

const cards = { refused: '4000000000000002', challenged: '4000002760003184' };

export const purchases: Section = {
  // docs/product.md#call-checkout; docs/architecture.md#bar-idempotent-writes, docs/architecture.md#bar-two-tabs
  title: 'Paying by card',
  requirements: [
    {
      id: 'purchases.paid',
      description: 'a card pays once: the order is paid, keeps its price, and cannot be cancelled (400 order_closed)',
      check: async (context) => {
        const { token, order } = await buy(context);
        const read = await context.call('getOrder', { params: { token } });
        same('order', [read.status, read.price], ['paid', order.price]);
        const refused = await context.refused('deleteOrder', { params: { token } });
        same('cancelling', [refused.status, refused.code], [400, 'order_closed']);
      },
    },
    {
      id: 'purchases.token-ends',
      description:
        'after the purchase the order’s token returns only the status and the last four characters of the number: no person, no complete number and no ticket',
      check: async (context) => {
        const { token, number, reservation_token, email } = await buy(context);
        const { text } = await context.send('getOrder', { params: { token } });
        const { customer_info, payment_method, completion } = await context.call('getOrder', { params: { token } });
        same('order', [customer_info, payment_method], [null, null]);
        const shown = [completion?.reservation_number, completion?.reservation_token];
        same('completion', shown, [`…${number.slice(-4)}`, '']);
        for (const secret of [number, reservation_token, email])
          must('GET /orders/{token}', !text.includes(secret), text.slice(0, 300), `nothing of ${secret}`);
        const body = await context.bodyOf(await context.roomy(), { people: 1 });
        const replacing = await context.refused('createOrder', { body: { ...body, replaces: token } });
        same('an order in its place', replacing.code, 'order_closed');
        const customer = await context.customer();
        const later: readonly (readonly [CallName, unknown])[] = [
          ['putOrder', customer],
          ['createOrderMail', customer],
          ['extendOrder', undefined],
          ['createOrderCoupon', { coupon: context.options.coupon ?? 'X' }],
        ];
        for (const [name, body] of later)
          same(name, (await context.refused(name, { params: { token }, body })).code, 'order_closed');
      },
    },
    {
      id: 'purchases.key',
      description: 'the key and body of the payment return the completion again, however often they are sent',
      check: async (context) => {
        const order = await orderToPay(context);
        const sendPayment = await preparePayment(context, order);
        const first = replyOf(await sendPayment());
        context.taken.delete(order.token);
        for (const _ of [1, 2]) same('reply', replyOf(await sendPayment()), first);
        const isTicket = first.status === 'paid' && first.completion.reservation_token !== '';
        must('completion', isTicket, first, 'the buyer’s ticket');
      },
    },
    {
      id: 'purchases.at-once',
      description: 'a payment sent from two tabs at once issues one ticket',
      check: async (context) => {
        const order = await orderToPay(context);
        context.taken.delete(order.token);
        const answers = await Promise.all([payWith(context, order), payWith(context, order)]);
        const replies = answers.map((answer) => replyOf(answer));
        const numbers = replies.flatMap((reply) =>
          reply.status === 'paid' ? [reply.completion.reservation_number] : [],
        );
        const isPaidOrChecking = replies.every(({ status }) => ['paid', 'checking'].includes(status));
        must('answers', isPaidOrChecking, replies, 'paid, or checking beside paid');
        const { completion } = await context.call('getOrder', { params: { token: order.token } });
        const last = completion?.reservation_number.slice(-4);
        same('last characters of the numbers', [...new Set(numbers.map((one) => one.slice(-4)))], [last]);
        same('whole numbers', new Set(numbers.filter((one) => !one.startsWith('…'))).size, 1);
      },
    },
    {
      id: 'purchases.declined',
      description:
        'a declined card is 402 payment_api_failure with a reason for the visitor; the order stays open with time for another try',
      check: async (context) => {
        const order = await orderToPay(context);
        const refused = problemOf(await payWith(context, order, cards.refused));
        same('refusal', [refused.status, refused.code, refused.reason], [402, 'payment_api_failure', 'refused']);
        const read = await context.call('getOrder', { params: { token: order.token } });
        same('order', [read.status, read.completion], ['open', null]);
        must('seconds_left', read.seconds_left >= 300, read.seconds_left, '300 at least');
      },
    },
    {
      id: 'purchases.challenged',
      description:
        'a card with an identity check is charged after it, by POST /orders/confirmcheckout, and a repeated request returns the same',
      check: async (context) => {
        const order = await orderToPay(context);
        const reply = replyOf(await payWith(context, order, cards.challenged));
        if (reply.status !== 'requires_action')
          throw new NotSeen(`the card ${cards.challenged} was ${reply.status} at once`);
        const { payment_intent_id, client_secret } = reply;
        const confirm = () => context.call('confirmCheckout', { body: { payment_intent_id } });
        same('before the check', (await confirm()).status, 'requires_action');
        const sandbox = { url: await context.cardSandbox() };
        await answerChallenge({ sandbox }, payment_intent_id, client_secret, 'complete');
        context.taken.delete(order.token);
        const paid = await confirm();
        same('after the check', paid.status, 'paid');
        same('asked again', await confirm(), paid);
      },
    },
  ],
};
