import { venueDay, weeksOf } from 'ticket-store/src/domain/dates.ts';
import { timed } from 'ticket-store/test/api/kit/buyer.ts';
import { callAt } from 'ticket-store/test/browser/kit/site-walk.ts';
import { timesOfDay } from 'ticket-store/test/browser/kit/walk.ts';
import { siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import type { Entry } from './load.ts';
import { purchaseSteps } from './steps.ts';

/** The bare React page, which has one control. */
export const floorEntry = (url: string): Entry => ({
  url,
  controls: { first: 'li button', firstAnswer: '#go', second: '#go', secondAnswer: '#go' },
});

/** The default site's order screen: a card is pressed until it is chosen, then a day until its times are there. `shop`: its address. */
export const orderEntry = async (shop: string): Promise<Entry> => {
  const today = venueDay(Date.now());
  const query = { lang: 'en', product_uuid: timed, from: today, to: weeksOf(today).to };
  const { days } = await callAt({ url: shop }, siteCodes[0], 'searchProducts', { query });
  const day = days.findLast(({ state }) => state === 'plenty')?.date;
  if (day === undefined) throw new Error('Nothing is sold in these weeks.');
  return {
    url: `${shop}/?lang=en`,
    controls: {
      first: `[data-event="product.choose"][data-key="${timed}"]`,
      firstAnswer: `[data-event="product.choose"][data-key="${timed}"]:checked`,
      second: `[data-event="day.choose"][data-key="${day}"]`,
      secondAnswer: timesOfDay,
    },
    steps: purchaseSteps,
  };
};
