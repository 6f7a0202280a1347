import { answers } from './answers.ts';
import { catalogue } from './catalogue.ts';
import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { holds } from './holds.ts';
import { keys } from './keys.ts';
import { lookUp } from './look-up.ts';
import { malformed } from './malformed.ts';
import { orderRules } from './order-rules.ts';
import { orders } from './orders.ts';
import { purchases } from './purchases.ts';
import { refusals } from './refusals.ts';
import type { Section } from './requirement.ts';
import { tickets } from './tickets.ts';

/** All sections in sequence. The checks of every response come last, when all responses were seen. */
export const sections: readonly Section[] = [
  catalogue,
  orders,
  orderRules,
  holds,
  customers,
  coupons,
  keys,
  lookUp,
  refusals,
  malformed,
  purchases,
  tickets,
  answers,
];
