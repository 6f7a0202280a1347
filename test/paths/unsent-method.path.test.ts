import { customer, orderReply } from './answers.ts';
import { at, does, path, reply } from './path.ts';
import { day, days, firstChoice, months, slots, timespan } from './sample-shop.ts';

const isSaved = () => [
  does('customer.submit', { customer }),
  reply('putCustomer', orderReply({ customer_info: customer }).output),
  at('purchase.payment.choosing'),
];

path(
  'another method, and one step back and forth without submitting it',
  at('purchase.order.choosing'),
  does('product.choose', firstChoice),
  reply('search', { days: days(months[0]), slots: null }),
  does('day.choose', { day }),
  reply('search', { days: null, slots }),
  does('timespan.choose', { timespan }),
  reply('checkStock', timespan),
  does('order.submit'),
  reply('placeOrder', orderReply({}).output),
  at('purchase.sign-in.editing'),
  ...isSaved(),
  does('method.choose', { method: 'stripe_secure' }),
  does('step.back'),
  at('purchase.sign-in.editing'),
  ...isSaved(),
);
