import * as catalogue from './catalogue.ts';
import * as checkout from './checkout.ts';
import * as coupons from './coupons.ts';
import * as customers from './customers.ts';
import * as holds from './holds.ts';
import * as mailmagazines from './mailmagazines.ts';
import * as orders from './orders.ts';
import * as products from './products.ts';
import * as queue from './queue.ts';
import * as reservations from './reservations.ts';
import * as signage from './signage.ts';
import * as tickets from './tickets.ts';

/** Prefix of every call behind the site's origin (docs/product.md#api). */
export const apiPrefix = '/api/v1';

/** Every call by its name, as its file exports it: the server routes and the tests walk this table. */
export const contract = {
  ...catalogue,
  ...products,
  ...orders,
  ...holds,
  ...queue,
  ...customers,
  ...coupons,
  ...checkout,
  ...tickets,
  ...reservations,
  ...mailmagazines,
  ...signage,
};
export type CallName = keyof typeof contract;

export const callNames = Object.keys(contract).filter((name): name is CallName => name in contract);
