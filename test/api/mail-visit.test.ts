import { beforeAll, describe, expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
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

/** The label of the visit's date, as on the shop's pages. */
const labels: Record<SaleType, Record<Lang, string>> = {
  time: {
    ja: 'ご入場日時（日本時間）',
    en: 'Entry (Japan time)',
    kr: '입장 일시(일본 시간)',
    'zh-hans': '入场时间（日本时间）',
    'zh-hant': '入場時間（日本時間）',
  },
  date: {
    ja: 'ご入場日（日本時間）',
    en: 'Entry date (Japan time)',
    kr: '입장일(일본 시간)',
    'zh-hans': '入场日期（日本时间）',
    'zh-hant': '入場日期（日本時間）',
  },
  period: { ja: 'ご利用期間', en: 'Valid', kr: '이용 기간', 'zh-hans': '有效期', 'zh-hant': '使用期間' },
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

  it.each(langs)('states its time in a mail in %s with the label of its sale type', async (lang) => {
    await emptyOutbox(shop);
    await changeRows(shop, 'outbox', { address: bought.email }, { state: 'due', lang, due_at: new Date(0) });
    post.mails.splice(0);
    await sendRound(shop, post.url);
    const text = post.mails[0]?.text ?? '';
    const colon = lang === 'en' || lang === 'kr' ? ': ' : '：';
    expect(text).toContain(`\n${labels[sale][lang]}${colon}`);
    for (const other of ['time', 'date', 'period'] as const)
      if (other !== sale) expect(text).not.toContain(labels[other][lang] + colon);
    expect(/\d\d:\d\d/.test(text.split('\n').find((line) => line.startsWith(labels[sale][lang])) ?? '')).toBe(
      sale !== 'period',
    );
  });

  it('has the same on a pass', async () => {
    const { json } = await wallets.passOf(bought.token, 'en');
    const [field] = json.eventTicket.secondaryFields;
    expect(field?.label).toBe(labels[sale].en);
  });

  it('reports its sale type on the receipt', async () => {
    const receipt = await shop.call('getReceipt', { params: { reservation_token: bought.token } });
    expect(receipt.sale_type).toBe(sale);
  });
});
