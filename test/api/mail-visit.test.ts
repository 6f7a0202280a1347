import { beforeAll, describe, expect, it } from 'vitest';
import type { SaleType } from '#src/domain/product.ts';
import { customer, dated, purchase, season, timed, tomorrow } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { emptyOutbox, newAddress, sendRound } from './kit/mails.ts';
import { changeRows } from './kit/rows.ts';
import { startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';
import { openWalletShop } from './kit/wallet-shop.ts';

const wallets = await openWalletShop(startShop);
const shop = await forFile(wallets.shop);
const post = await forFile(startPost());

const products: Record<SaleType, string> = { time: timed, date: dated, period: season };

/** The label of the visit's date in English, as on the shop's pages. */
const labels: Record<SaleType, string> = {
  time: 'Entry (Japan time)',
  date: 'Entry date (Japan time)',
  period: 'Valid',
};

/** Buys one ticket of a product of any sale type. */
const buy = async (sale: SaleType) => {
  const product_uuid = products[sale];
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid };
  const { time_spans } = await shop.call('searchProducts', { query });
  const offered = (await shop.call('getProducts', { query: { lang: 'ja' } })).find(({ uuid }) => uuid === product_uuid);
  const span = time_spans.find(({ remaining }) => remaining > 0);
  const option = offered?.options[0];
  const count = Math.max(1, offered?.min_quantity ?? 1);
  const choice = { product_uuid, time_span_id: span?.id, quantity: count, option_values: [{ id: option?.id, count }] };
  const body = { lang: 'ja', ...choice, set_products: [] };
  const { order_token: token, order } = await shop.call('createOrder', { body });
  const email = newAddress();
  await shop.call('putOrder', { params: { token }, body: { ...customer, email } });
  const method = order.price === 0 ? 'free' : 'stripe_secure';
  const reply = { completion: await purchase(shop, { token, price: order.price }, { method }) };
  return { email, token: reply.completion.reservation_token };
};

describe.each(['time', 'date', 'period'] as const)('a ticket that is sold by %s', (sale) => {
  let bought: Awaited<ReturnType<typeof buy>>;
  beforeAll(async () => {
    bought = await buy(sale);
  });

  it('states its time in a mail with the label of its sale type', async () => {
    await emptyOutbox(shop);
    await changeRows(shop, 'outbox', { address: bought.email }, { state: 'due', lang: 'en', due_at: new Date(0) });
    post.mails.splice(0);
    await sendRound(shop, post.url);
    const lines = post.mails[0]?.text.split('\n') ?? [];
    const stated = lines.filter((line) => Object.values(labels).some((label) => line.startsWith(`${label}: `)));
    expect(stated).toHaveLength(1);
    expect(stated[0]).toContain(`${labels[sale]}: `);
    expect(/\d\d:\d\d/.test(stated[0] ?? '')).toBe(sale !== 'period');
  });

  it('has the same on a pass', async () => {
    const { json } = await wallets.passOf(bought.token, 'en');
    const [field] = json.eventTicket.secondaryFields;
    expect(field?.label).toBe(labels[sale]);
  });

  it('reports its sale type on the receipt', async () => {
    const receipt = await shop.call('getReceipt', { params: { reservation_token: bought.token } });
    expect(receipt.sale_type).toBe(sale);
  });
});
