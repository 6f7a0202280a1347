import { at, does, path, reply } from './path.ts';
import { days, months, storedProduct } from './sample-shop.ts';

path(
  'a ticket, and its days',
  at('purchase.order.choosing'),
  does('product.choose', { product: storedProduct, month: months[0] }),
  reply('search', { days: days(months[0]), slots: null }),
  at('purchase.order.choosing'),
);
