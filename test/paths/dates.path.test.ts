import { at, does, path, reply } from './path.ts';
import { days, firstChoice, months } from './sample-shop.ts';

path(
  'a ticket, and its days',
  at('purchase.order.choosing'),
  does('product.choose', firstChoice),
  reply('search', { days: days(months[0]), slots: null }),
  at('purchase.order.choosing'),
);
