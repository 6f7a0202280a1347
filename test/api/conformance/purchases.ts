import { confirmCheckout } from '#src/api/contract/checkout.ts';
import { putOrder } from '#src/api/contract/customers.ts';
import { deleteOrder } from '#src/api/contract/holds.ts';
import { createOrder, getOrder } from '#src/api/contract/orders.ts';
import { answerChallenge, newKey, replyOf } from '../kit/buyer.ts';
import { problemOf } from '../kit/shop.ts';
import { buy, orderToPay, payWith, pressOf } from './buying.ts';
import { must, NotSeen, type Section, same } from './requirement.ts';

const cards = { refused: '4000000000000002', challenged: '4000002760003184' };

export const purchases: Section = {
  // docs/product.md#call-checkout; docs/architecture.md#bar-idempotent-writes, docs/architecture.md#bar-two-tabs
  title: 'Paying by card',
  requirements: [
    {
      id: 'purchases.paid',
      says: 'a card pays once: the order is paid, keeps its price, and cannot be cancelled (400 order_closed)',
      check: async (world) => {
        const { token, order } = await buy(world);
        const told = await world.ask(getOrder, { params: { token } });
        same('order', [told.status, told.price], ['paid', order.price]);
        const refused = await world.refused(deleteOrder, { params: { token }, key: newKey() });
        same('cancelling', [refused.status, refused.code], [400, 'order_closed']);
      },
    },
    {
      id: 'purchases.token-ends',
      says: 'with the purchase the order’s token ends: it says that it is paid and the last four signs of the number, but names no person, no whole number and no ticket',
      check: async (world) => {
        const { token, number, reservation_token, email } = await buy(world);
        const { text } = await world.send(getOrder, { params: { token } });
        const { customer_info, payment_method, completion } = await world.ask(getOrder, { params: { token } });
        same('order', [customer_info, payment_method], [null, null]);
        same(
          'completion',
          [completion?.reservation_number, completion?.reservation_token],
          [`…${number.slice(-4)}`, ''],
        );
        for (const secret of [number, reservation_token, email])
          must('GET /orders/{token}', !text.includes(secret), text.slice(0, 300), `nothing of ${secret}`);
        const body = await world.bodyOf(await world.roomy(), { people: 1 });
        const replacing = await world.refused(createOrder, { body: { ...body, replaces: token }, key: newKey() });
        same('an order in its place', replacing.code, 'order_closed');
        const customer = await world.customer();
        const changed = await world.refused(putOrder, { params: { token }, body: customer, key: newKey() });
        same('another customer', changed.code, 'order_closed');
      },
    },
    {
      id: 'purchases.key',
      says: 'the key and body it was paid with give the completion again, as often as they are sent',
      check: async (world) => {
        const order = await orderToPay(world);
        const press = await pressOf(world, order);
        const first = replyOf(await press());
        world.taken.delete(order.token);
        for (const _ of [1, 2]) same('reply', replyOf(await press()), first);
        must(
          'completion',
          first.status === 'paid' && first.completion.reservation_token !== '',
          first,
          'the ticket of who paid',
        );
      },
    },
    {
      id: 'purchases.again',
      says: 'a paid order that is paid again, by another key and card, says that it is paid, gives no ticket and takes no more money',
      check: async (world) => {
        const bought = await buy(world);
        const again = replyOf(await payWith(world, bought));
        const completion = again.status === 'paid' ? again.completion : null;
        same(
          'reply',
          [completion?.reservation_number, completion?.reservation_token],
          [`…${bought.number.slice(-4)}`, ''],
        );
      },
    },
    {
      id: 'purchases.at-once',
      says: 'a payment pressed in two tabs at once makes one ticket',
      check: async (world) => {
        const order = await orderToPay(world);
        world.taken.delete(order.token);
        const answers = await Promise.all([payWith(world, order), payWith(world, order)]);
        const replies = answers.map((answer) => replyOf(answer));
        const numbers = replies.flatMap((reply) =>
          reply.status === 'paid' ? [reply.completion.reservation_number] : [],
        );
        must(
          'answers',
          replies.every(({ status }) => ['paid', 'checking'].includes(status)),
          replies,
          'paid, or checking beside paid',
        );
        const { completion } = await world.ask(getOrder, { params: { token: order.token } });
        const last = completion?.reservation_number.slice(-4);
        same('last signs of the numbers', [...new Set(numbers.map((one) => one.slice(-4)))], [last]);
        same('whole numbers', new Set(numbers.filter((one) => !one.startsWith('…'))).size, 1);
      },
    },
    {
      id: 'purchases.declined',
      says: 'a card that is refused is 402 payment_api_failure with a reason a visitor can act on; the order stays open with time to try again',
      check: async (world) => {
        const order = await orderToPay(world);
        const refused = problemOf(await payWith(world, order, cards.refused));
        same('refusal', [refused.status, refused.code, refused.reason], [402, 'payment_api_failure', 'refused']);
        const told = await world.ask(getOrder, { params: { token: order.token } });
        same('order', [told.status, told.completion], ['open', null]);
        must('seconds_left', told.seconds_left >= 300, told.seconds_left, '300 at least');
      },
    },
    {
      id: 'purchases.challenged',
      says: 'a card that wants an identity check is paid after it, by POST /orders/confirmcheckout, and asking again says the same',
      check: async (world) => {
        const order = await orderToPay(world);
        const reply = replyOf(await payWith(world, order, cards.challenged));
        if (reply.status !== 'requires_action')
          throw new NotSeen(`the card ${cards.challenged} was ${reply.status} at once`);
        const { payment_intent_id, client_secret } = reply;
        const confirm = () => world.ask(confirmCheckout, { body: { payment_intent_id }, key: newKey() });
        same('before the check', (await confirm()).status, 'requires_action');
        const sandbox = { url: await world.cardSandbox() };
        await answerChallenge({ sandbox }, payment_intent_id, client_secret, 'complete');
        world.taken.delete(order.token);
        const paid = await confirm();
        same('after the check', paid.status, 'paid');
        same('asked again', await confirm(), paid);
      },
    },
  ],
};
