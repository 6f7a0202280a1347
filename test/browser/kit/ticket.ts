import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { buyTicket } from '#test/api/kit/arrange.ts';
import { cardToken, customer, slotAt, tomorrow } from '#test/api/kit/buyer.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { callAt } from './site-walk.ts';
import type { Visitor } from './visitor.ts';

/** A shop by its address, and the sandbox that it is paid with. */
type Payable = Pick<Shop, 'url'> & { sandbox: { url: string } };

/** Buys tickets for tomorrow: of a site's first product, the first kind that needs no other. Returns the ticket's token. */
export const buyAt = async (shop: Payable, site: SiteCode, count: number): Promise<string> => {
  const products = await callAt(shop, site, 'getProducts', { query: { lang: 'ja' } });
  const product = products.find(({ price_from }) => price_from > 0);
  if (!product) throw new Error('Nothing to buy.');
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: product.uuid };
  const { time_spans } = await callAt(shop, site, 'searchProducts', { query });
  const span = time_spans.find(({ remaining }) => remaining >= count);
  const option = product.options.find(({ needs }) => !needs);
  if (!span || !option) throw new Error('No slot has enough seats.');
  const made = await callAt(shop, site, 'createOrder', {
    body: {
      lang: 'ja',
      product_uuid: product.uuid,
      time_span_id: span.id,
      quantity: count,
      option_values: [{ id: option.id, count }],
      set_products: [],
    },
  });
  const params = { token: made.order_token };
  await callAt(shop, site, 'putOrder', { params, body: customer });
  const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
  const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price: made.order.price };
  const reply = await callAt(shop, site, 'checkout', { params, body });
  if (reply.status !== 'paid') throw new Error(reply.status);
  return reply.completion.reservation_token;
};

/** Buys three tickets on the default site. Returns the ticket's token. */
export const buyThree = async (shop: Shop): Promise<string> => {
  const { id } = await slotAt(shop, 2);
  return (await buyTicket(shop, id, { adults: 2, children: 1 })).params.reservation_token;
};

/** Opens a page by its link and waits until it is loaded. */
export const openTicketPage = async (
  { page }: Visitor,
  url: string,
  { site, hash }: { site?: SiteCode; hash: string },
  lang: Lang,
): Promise<void> => {
  await page.goto(`${url}${site ? `/${site}` : ''}/?lang=${lang}${hash}`);
  await page.locator('h1').waitFor();
  await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'detached' });
};
