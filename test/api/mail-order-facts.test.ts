import { beforeEach, describe, expect, it } from 'vitest';
import { choiceOf, customer, hold, pay, replyOf } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { passVisit } from './kit/holder.ts';
import { linkTokenOf, newAddress, newestMail, readMail, sendAlone } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { startPost } from './kit/smtp.ts';
import { passMinutes } from './kit/time.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const post = await forFile(startPost());
beforeEach(() => {
  shop.logged.splice(0);
});

describe('a mail about an order', () => {
  const order = async () => {
    const email = newAddress();
    const { token, price } = await hold(shop, await newSlot(shop), 2);
    await shop.call('createOrderMail', { params: { token }, body: { ...customer, email } });
    return { token, price, mail: await newestMail(shop, 'mail_confirm', email) };
  };
  type Waits = Awaited<ReturnType<typeof order>>;

  it.each<[string, 'sent' | 'superseded', (waits: Waits) => Promise<unknown>]>([
    ['nothing', 'sent', async () => {}],
    ['a hold that ran out and can be taken again', 'sent', ({ token }) => passMinutes(shop, token, 16)],
    [
      'another address',
      'superseded',
      ({ token }) => shop.call('createOrderMail', { params: { token }, body: { ...customer, email: newAddress() } }),
    ],
    ['the payment', 'superseded', async (waits) => replyOf(await pay(shop, waits))],
    ['cancelling', 'superseded', ({ token }) => shop.call('deleteOrder', { params: { token } })],
    [
      'another choice',
      'superseded',
      async ({ token }) => shop.call('createOrder', { body: { ...choiceOf(await newSlot(shop), 1), replaces: token } }),
    ],
    [
      'the end of the sale',
      'superseded',
      async ({ token }) => {
        const { main_product } = await shop.call('getOrder', { params: { token } });
        await passMinutes(shop, token, 16);
        await passVisit(shop, main_product.time_span_id);
      },
    ],
  ])('to confirm, after %s: %s', async (_change, fate, change) => {
    const waits = await order();
    await change(waits);
    const received = await sendAlone(shop, post, waits.mail);
    expect((await readMail(shop, waits.mail)).state).toBe(fate);
    expect(received === null).toBe(fate === 'superseded');
    const token = /token=([\w-]{32})/.exec(received?.text ?? '')?.[1];
    if (token) expect((await shop.send('getOrderMail', { params: { token } })).status).toBe(200);
  });

  it.each([
    ['nothing', 'sent'],
    ['the payment', 'superseded'],
    ['the end of the sale', 'superseded'],
  ] as const)('to invite, after %s: %s', async (change, fate) => {
    const [mail, slot] = [newAddress(), await newSlot(shop)];
    const { email: _own, ...known } = customer;
    const options = [{ id: 'admission-adult', count: 1 }];
    await ops.run('invite', { site: 'borderless', mail, lang: 'en', slot, options, customer: known });
    const id = await newestMail(shop, 'invited', mail);
    if (change === 'the end of the sale') await passVisit(shop, slot);
    if (change === 'the payment') {
      const token = await linkTokenOf(shop, mail);
      const { order_token } = await shop.call('getOrderMail', { params: { token } });
      const { price } = await shop.call('getOrder', { params: { token: order_token } });
      replyOf(await pay(shop, { token: order_token, price }));
    }
    await sendAlone(shop, post, id);
    expect((await readMail(shop, id)).state).toBe(fate);
  });
});
