import { getProducts } from '#src/api/contract/catalogue.ts';
import { checkout } from '#src/api/contract/checkout.ts';
import { putOrder } from '#src/api/contract/customers.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { changeDate, sendTicket, shareTicket, splitTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { cardToken, customer, newKey, slotAt, tomorrow } from '#test/api/kit/buyer.ts';
import { adults, buyTicket, markUsed, sending } from '#test/api/kit/holder.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { callAt } from './site-walk.ts';
import type { Visitor } from './visitor.ts';

/** A shop by its address, and the sandbox that it is paid with. */
type Payable = Pick<Shop, 'url'> & { sandbox: { url: string } };

/** Buys this many tickets of a site's first product for tomorrow. Returns the ticket's token. */
export const buyAt = async (shop: Payable, site: SiteCode, count: number): Promise<string> => {
  const products = await callAt(shop, site, getProducts, { query: { lang: 'ja' } });
  const product = products.find(({ price_from }) => price_from > 0);
  if (!product) throw new Error('Nothing to buy.');
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: product.uuid };
  const { time_spans } = await callAt(shop, site, searchProducts, { query });
  const span = time_spans.find(({ remaining }) => remaining >= count);
  const [option] = product.options;
  if (!span || !option) throw new Error('No slot has enough seats.');
  const made = await callAt(shop, site, createOrder, {
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
  await callAt(shop, site, putOrder, { params, body: customer });
  const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
  const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price: made.order.price };
  const reply = await callAt(shop, site, checkout, { params, body });
  if (reply.status !== 'paid') throw new Error(reply.status);
  return reply.completion.reservation_token;
};

/** A page that a link opens, and its expected state. */
export type TicketPage = {
  name: string;
  site?: SiteCode;
  hash: string;
  /** The value of `data-state`. */
  state: string;
  texts?: Partial<Record<'ja' | 'en', readonly string[]>>;
};

/** Every state of tickets and of their secondary pages, created by the API. */
export const ticketPages = async (shop: Shop, separate: SiteCode): Promise<TicketPage[]> => {
  const slot = await slotAt(shop, 1);
  const other = await slotAt(shop, 4);
  const make = async () => (await buyTicket(shop, slot.id, 2, 1)).params;
  const valid = await make();
  const parts = await make();
  await shop.call(splitTicket, { params: parts, body: { option_values: adults(1) }, key: newKey() });
  await shop.call(sendTicket, { params: parts, body: sending(1), key: newKey() });
  const used = await make();
  await markUsed(shop, used.reservation_token);
  const shared = await make();
  const { share_token } = await shop.call(shareTicket, { params: shared, key: newKey() });
  const sent = await make();
  const allPeople = [...adults(2), { id: 'admission-child', count: 1 }];
  await shop.call(sendTicket, { params: sent, body: { ...sending(2), option_values: allPeople }, key: newKey() });
  const changed = await make();
  await shop.call(changeDate, { params: changed, body: { time_span_id: other.id }, key: newKey() });
  const cancelled = await buyTicket(shop, slot.id);
  await shop.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('reservation_number', '=', cancelled.number)
    .execute();
  const each = await buyAt(shop, separate, 3);
  type Link = { reservation_token: string };
  const ticket = ({ reservation_token }: Link) => `#/id/${reservation_token}`;
  const sharing = ({ reservation_token }: Link) => `#/tickets/share/${reservation_token}`;
  const showing = (name: string, of: Link, ja: string[], en: string[]): TicketPage => ({
    ...{ name, hash: ticket(of), state: 'ticket.showing' },
    texts: { ja, en },
  });
  return [
    showing('valid', valid, ['有効', '2枚'], ['Valid', '× 2']),
    showing('parts', parts, ['に送りました'], ['Split into']),
    showing('used', used, ['使用済み'], ['Used']),
    showing('shared', shared, ['共有中'], ['Shared']),
    showing('sent', sent, ['お渡し済み'], ['Handed over']),
    showing('changed', changed, ['変更済み'], ['Date changed']),
    showing('cancelled', cancelled.params, ['キャンセル済み'], ['Cancelled']),
    { ...showing('separate', { reservation_token: each }, [], ['1 / 3', '3 / 3']), site: separate },
    { name: 'dead ticket', hash: '#/id/nothing', state: 'ticket.missing' },
    {
      ...{ name: 'receipt', hash: `${ticket(valid)}/receipt`, state: 'receipt.showing' },
      texts: { ja: ['登録番号 T'], en: ['¥'] },
    },
    { name: 'receipt of a moved ticket', hash: `${ticket(changed)}/receipt`, state: 'receipt.refused' },
    { name: 'dead receipt', hash: '#/id/nothing/receipt', state: 'receipt.refused' },
    {
      ...{ name: 'share', hash: sharing(valid), state: 'share.showing' },
      texts: { ja: ['共有リンクを作成'], en: ['Make a share'] },
    },
    { name: 'share of a shared one', hash: sharing(shared), state: 'share.showing', texts: { en: ['Stop sharing'] } },
    { name: 'share of a used one', hash: sharing(used), state: 'share.showing', texts: { en: ['cannot be shared'] } },
    { name: 'dead share page', hash: '#/tickets/share/nothing', state: 'share.missing' },
    { name: 'shared page', hash: `#/tickets/shared/${share_token}`, state: 'shared.showing', texts: { en: ['Valid'] } },
    { name: 'dead shared page', hash: '#/tickets/shared/nothing', state: 'shared.missing' },
  ];
};

/** Buys three tickets on the default site. Returns the ticket's token. */
export const bought = async (shop: Shop): Promise<string> => {
  const { id } = await slotAt(shop, 2);
  return (await buyTicket(shop, id, 2, 1)).params.reservation_token;
};

/** Opens a page by its link and waits until it is loaded. */
export const openTicketPage = async (
  { page }: Visitor,
  url: string,
  { site, hash }: Pick<TicketPage, 'site' | 'hash'>,
  lang: Lang,
): Promise<void> => {
  await page.goto(`${url}${site ? `/${site}` : ''}/?lang=${lang}${hash}`);
  await page.locator('h1').waitFor();
  await page.locator('#main [aria-busy="true"]').waitFor({ state: 'detached' });
};
