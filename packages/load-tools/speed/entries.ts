import { venueDay, weeksOf } from 'ticket-store/src/domain/dates.ts';
import type { SiteCode } from 'ticket-store/src/domain/site.ts';
import type { Host } from 'ticket-store/test/browser/kit/host.ts';
import { callAt, rootOf } from 'ticket-store/test/browser/kit/site-walk.ts';
import { timesOfDay } from 'ticket-store/test/browser/kit/walk.ts';
import { siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import type { Entry } from './load.ts';
import { purchaseSteps } from './steps.ts';

/** The bare React page, which has one control. */
export const floorEntry = (url: string): Entry => ({
  url,
  controls: { first: 'li button', firstAnswer: '#go', second: '#go', secondAnswer: '#go' },
});

/** The last of the five weeks' days on which calendars open that has free times; null without one. */
const freeDay = async (shop: Pick<Host, 'url'>, site: SiteCode, product_uuid: string): Promise<string | null> => {
  const today = venueDay(Date.now());
  const query = { lang: 'en', product_uuid, from: today, to: weeksOf(today).to };
  const { days } = await callAt(shop, site, 'searchProducts', { query });
  return days.findLast(({ state }) => state === 'plenty')?.date ?? null;
};

/** A site's order screen: a card is pressed and then a day, until its times are there. `shop`: its address. */
export const orderEntry = async (shop: string, site: SiteCode): Promise<Entry> => {
  const products = await callAt({ url: shop }, site, 'getProducts', { query: { lang: 'en' } });
  for (const product of products.filter(({ sale_type }) => sale_type === 'time')) {
    const day = await freeDay({ url: shop }, site, product.uuid);
    if (day !== null)
      return {
        url: `${rootOf({ url: shop }, site)}/?lang=en`,
        controls: {
          first: `[data-event="product.choose"][data-key="${product.uuid}"]`,
          firstAnswer: '[data-event="month.show"]',
          second: `[data-event="day.choose"][data-key="${day}"]`,
          secondAnswer: timesOfDay,
        },
        // the default site's form is the one that the steps fill in
        ...(site === siteCodes[0] ? { steps: purchaseSteps } : {}),
      };
  }
  throw new Error(`The site ${site} sells no product by the time in these weeks.`);
};
