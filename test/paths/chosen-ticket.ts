import { at, does, type Part, reply } from './path.ts';
import { day, days, firstChoice, months, oneAdult, slots, timespan } from './sample-shop.ts';

/** The visitor opens the shop and chooses one ticket for a time. */
export const chosenTicket: readonly Part[] = [
  at('purchase.order.choosing'),
  does('product.choose', firstChoice),
  reply('search', { days: days(months[0]), slots: null }),
  does('option.set', { line: oneAdult }),
  does('day.choose', { day }),
  reply('search', { days: null, slots }),
  does('timespan.choose', { timespan }),
  reply('checkStock', timespan),
];
