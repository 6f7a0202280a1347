import * as v from 'valibot';
import { methods } from '#src/domain/payment.ts';
import { newKey, type PayInput, pay } from './buyer.ts';
import { browse, press, redirectIn } from './gmo.ts';
import { type Shop, startShop } from './shop.ts';

/** A shop whose first site takes cards and wallets by SB Payment Service. */
export const startSoftbankShop = async (options: Parameters<typeof startShop>[0] = {}): Promise<Shop> => {
  const shop = await startShop({ methods, ...options });
  const words = JSON.stringify({ en: { name: 'SBPS', note: '' } });
  for (const [index, id] of (['softbank_credit', 'softbank_paypay', 'softbank_alipay'] as const).entries())
    await shop.db
      .insertInto('payment_methods')
      .values({ site: 'borderless', id, position: 8 + index, min_amount: 1, words })
      .execute();
  return shop;
};

const Made = v.object({
  result: v.string(),
  errorCode: v.optional(v.string()),
  tokenResponse: v.optional(v.object({ token: v.string(), tokenKey: v.string() })),
});

export const testCard = {
  merchantId: '30132',
  serviceId: '103',
  ccNumber: '4242424242424242',
  ccExpiration: '203912',
  securityCode: '123',
};

/** What the token script asks for. */
export const makeToken = async (shop: Shop, card: Partial<typeof testCard> = {}) => {
  const body = new URLSearchParams({ ...testCard, ...card });
  const reply = await fetch(`${shop.sandbox.url}/sbpstoken/token`, { method: 'POST', body });
  return v.parse(Made, await reply.json());
};

/** The token as the form hands it over. */
export const softbankToken = async (shop: Shop, ccNumber = testCard.ccNumber): Promise<string> => {
  const { tokenResponse, errorCode } = await makeToken(shop, { ccNumber });
  if (!tokenResponse) throw new Error(`The token call answered ${errorCode}.`);
  return `${tokenResponse.token} ${tokenResponse.tokenKey}`;
};

type Order = { token: string; price: number };

/** Presses "pay" with a card. */
export const payCard = async (shop: Shop, of: Order, ccNumber?: string, more: PayInput = {}) =>
  pay(shop, of, { method: 'softbank_credit', token: await softbankToken(shop, ccNumber), ...more });

export type Wallet = 'softbank_paypay' | 'softbank_alipay';

/** Presses "pay" with a wallet. Out: the form the browser sends. */
export const leaveFor = async (shop: Shop, of: Order, wallet: Wallet, key = newKey()) =>
  redirectIn(await pay(shop, of, { method: wallet, token: '', key }));

/** The provider's page answered. Out: the address it sends the browser back to. */
export const answerPage = async (
  shop: Shop,
  leave: { url: string; fields: Record<string, string> },
  button: string,
): Promise<string> => (await press(shop, (await browse(leave.url, leave.fields)).text, button)).location;

/** The same, and the browser goes back to the shop. Out: where the shop sends it on to. */
export const answerLink = async (
  shop: Shop,
  leave: { url: string; fields: Record<string, string> },
  button: string,
): Promise<string> => (await browse(await answerPage(shop, leave, button))).location;

/** Resolves when every result was told. */
export const notified = (shop: Shop): Promise<void> => shop.sandbox.sandbox.softbank.notices.settled();
