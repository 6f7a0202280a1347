import { confirmCheckout } from '#src/api/contract/checkout.ts';
import { deleteOrder, getOrder } from '#src/api/contract/orders.ts';
import { answerChallenge, newKey, replyOf } from '../kit/buyer.ts';
import { problemOf } from '../kit/shop.ts';
import { buy, orderToPay, payWith } from './buying.ts';
import { must, NotSeen, type Section, same } from './requirement.ts';

const cards = { refused: '4000000000000002', challenged: '4000002760003184' };

export const purchases: Section = {
  title: 'Paying by card (SPEC §4, §7; quality-bars R4, R10)',
  requirements: [
    {
      id: 'purchases.paid',
      says: 'a card pays once: the order is paid, tells its completion, keeps its price, and cannot be cancelled (400 order_closed)',
      check: async (world) => {
        const { token, order, number, reservation_token } = await buy(world);
        const told = await world.ask(getOrder, { params: { token } });
        const completion = { reservation_number: number, reservation_token };
        same('order', [told.status, told.completion, told.price], ['paid', completion, order.price]);
        const refused = await world.refused(deleteOrder, { params: { token }, key: newKey() });
        same('cancelling', [refused.status, refused.code], [400, 'order_closed']);
      },
    },
    {
      id: 'purchases.again',
      says: 'a paid order that is paid again, by another key and card, gives its completion and takes no more money',
      check: async (world) => {
        const bought = await buy(world);
        const again = replyOf(await payWith(world, bought));
        const completion = { reservation_number: bought.number, reservation_token: bought.reservation_token };
        same('reply', again, { status: 'paid', completion });
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
        same('numbers', [...new Set(numbers)], [completion?.reservation_number]);
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
