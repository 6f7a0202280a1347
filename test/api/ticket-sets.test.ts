import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSharedTicket, sendTicket, shareTicket, stopSharing } from '#src/api/contract/tickets.ts';
import { newKey } from './kit/buyer.ts';
import { booklet } from './kit/extras.ts';
import { mailedTo, sending, ticketOf } from './kit/holder.ts';
import { bought } from './kit/parts.ts';
import { type Shop, startShop } from './kit/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

it('set products are shown to the ticket they belong to, not to a split-off one', async () => {
  const { params } = await bought(shop);
  const { set_products } = await ticketOf(shop, params.reservation_token, 'en');
  expect(set_products).toMatchObject([{ id: booklet, quantity: 2 }]);
  expect(set_products[0]?.product_name).toMatch(/\w/);
  expect(set_products[0]?.add_cost).toBeGreaterThan(0);
  const link = await shop.call(shareTicket, { params, key: newKey() });
  const shared = await shop.call(getSharedTicket, { params: link });
  expect(shared.set_products).toEqual([{ id: booklet, product_name: expect.any(String), quantity: 2 }]);
  await shop.call(stopSharing, { params, key: newKey() });
  const body = sending(1);
  await shop.call(sendTicket, { params, body, key: newKey() });
  expect((await ticketOf(shop, await mailedTo(shop, body.email))).set_products).toEqual([]);
  expect((await ticketOf(shop, params.reservation_token)).set_products).toHaveLength(1);
});
