import { beforeAll, describe, expect, it } from 'vitest';
import { buyTicket, changeRows, newSlot, passMinutes, rowOf, sending } from './kit/arrange.ts';
import { choiceElsewhere, choiceOf, dated, pay, ready, tomorrow } from './kit/buyer.ts';
import { newAddress } from './kit/mails.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

describe('a language that the site does not support', () => {
  beforeAll(() =>
    shop.db.deleteFrom('languages').where('site', '=', 'borderless').where('id', '=', 'zh-hant').execute(),
  );

  it('is rejected by name for an order or a mail', async () => {
    const order = { ...choiceOf(await newSlot(shop), 1), lang: 'zh-hant' };
    const { params } = await buyTicket(shop, await newSlot(shop), 2);
    const answers = [
      await shop.send('createOrder', { body: order }),
      await shop.send('sendTicket', { params, body: { ...sending(1), lang: 'zh-hant' } }),
      await shop.send('createReservationMail', { body: { email: newAddress(), lang: 'zh-hant' } }),
    ];
    for (const answer of answers)
      expect(problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_input', fields: ['lang'] });
  });
});

describe('a method that the site’s pages do not offer', () => {
  it('is neither offered nor accepted, although the catalogue contains it', async () => {
    const words = JSON.stringify({ en: { name: 'Alipay', note: '' } });
    await shop.db
      .insertInto('payment_methods')
      .values({ site: 'borderless', id: 'alipay', position: 9, min_amount: 1, words })
      .execute();
    const offered = await shop.call('getPaymentMethods', { query: { lang: 'en' } });
    expect(offered.map(({ id }) => id)).toEqual(['stripe_secure', 'free']);
    const order = await ready(shop, await newSlot(shop), 1);
    expect(problemOf(await pay(shop, order, { method: 'alipay', token: '' })).code).toBe('method_unavailable');
  });
});

describe('a product whose sale is over or has not begun', () => {
  const saleOf = (days: object) => changeRows(shop, 'products', { site: 'borderless', uuid: dated }, days);

  it('shows its days as closed, and an expired hold cannot be renewed', async () => {
    const find = () =>
      shop.call('searchProducts', { query: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: dated } });
    const before = await rowOf(shop, 'products', { site: 'borderless', uuid: dated });
    const body = await choiceElsewhere(shop, dated, 'garden-adult');
    const { order_token: token } = await shop.call('createOrder', { body });
    await saleOf({ sale_from: '2001-01-01', sale_to: '2001-12-31' });
    expect((await find()).days.map(({ state }) => state)).toEqual(['closed']);
    await passMinutes(shop, token, 16);
    const refused = await shop.send('extendOrder', { params: { token } });
    expect(problemOf(refused).code).toBe('session_timeout');
    await saleOf({ sale_from: before.sale_from, sale_to: before.sale_to });
  });
});
