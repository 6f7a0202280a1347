import { customer, orderReply } from './answers.ts';
import { chosenTicket } from './chosen-ticket.ts';
import { at, does, path, reply } from './path.ts';

const isSaved = () => [
  does('customer.submit', { customer }),
  reply('putCustomer', orderReply({ customer_info: customer }).output),
  at('purchase.payment.choosing'),
];

path(
  'another method, and one step back and forth without submitting it',
  ...chosenTicket,
  does('order.submit'),
  reply('placeOrder', orderReply({}).output),
  at('purchase.sign-in.editing'),
  ...isSaved(),
  does('method.choose', { method: 'stripe_secure' }),
  does('step.back'),
  at('purchase.sign-in.editing'),
  ...isSaved(),
);
