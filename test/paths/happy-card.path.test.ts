import { card, completion, customer, orderReply } from './answers.ts';
import { chosenTicket } from './chosen-ticket.ts';
import { at, does, fails, path, reply } from './path.ts';

path(
  'one ticket, paid by card at the second attempt',
  ...chosenTicket,
  does('option.set', { line: { id: 'adult', name: 'Adult', price: 2000, count: 1 } }),
  does('order.submit'),
  at('purchase.order.placing'),
  reply('placeOrder', orderReply({}).output),
  at('purchase.sign-in.editing'),
  does('customer.submit', { customer }),
  reply('putCustomer', orderReply({ customer_info: customer }).output),
  at('purchase.payment.choosing'),
  does('method.choose', { method: 'stripe_secure' }),
  does('payment.submit', { method: 'stripe_secure' }),
  fails('takeToken', 'card_input'),
  at('purchase.payment.choosing'),
  does('payment.submit', { method: 'stripe_secure' }),
  reply('takeToken', card),
  at('purchase.confirm'),
  does('checkout.submit'),
  at('purchase.checkout.posting'),
  reply('postCheckout', { status: 'paid', completion }),
  at('purchase.complete'),
);
