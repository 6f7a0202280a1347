import * as v from 'valibot';
import { newKey, type PayInput, pay } from './buyer.ts';
import { browse, clickButton, redirectIn } from './gmo.ts';
import type { Shop } from './shop.ts';

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

/** The response of the provider's token script. */
export const makeToken = async (shop: Shop, card: Partial<typeof testCard> = {}) => {
  const body = new URLSearchParams({ ...testCard, ...card });
  const reply = await fetch(`${shop.sandbox.url}/sbpstoken/token`, { method: 'POST', body });
  return v.parse(Made, await reply.json());
};

/** The token as the payment form submits it. */
export const softbankToken = async (shop: Shop, ccNumber = testCard.ccNumber): Promise<string> => {
  const { tokenResponse, errorCode } = await makeToken(shop, { ccNumber });
  if (!tokenResponse) throw new Error(`The token call returned ${errorCode}.`);
  return `${tokenResponse.token} ${tokenResponse.tokenKey}`;
};

type Order = { token: string; price: number };

/** Pays with a card. */
export const payCard = async (shop: Shop, of: Order, ccNumber?: string, more: PayInput = {}) =>
  pay(shop, of, { method: 'softbank_credit', token: await softbankToken(shop, ccNumber), ...more });

export type Wallet = 'softbank_paypay' | 'softbank_alipay';

/** Pays with a wallet and returns the form for the provider. */
export const startRedirect = async (shop: Shop, of: Order, wallet: Wallet, key = newKey()) =>
  redirectIn(await pay(shop, of, { method: wallet, token: '', key }));

/** Answers the provider's page and returns the address to which it redirects. */
export const answerPage = async (
  shop: Shop,
  redirect: { url: string; fields: Record<string, string> },
  button: string,
): Promise<string> => (await clickButton(shop, (await browse(redirect.url, redirect.fields)).text, button)).location;

/** The same, and returns to the shop; the result is the address of the shop's redirect. */
export const answerLink = async (
  shop: Shop,
  redirect: { url: string; fields: Record<string, string> },
  button: string,
): Promise<string> => (await browse(await answerPage(shop, redirect, button))).location;

/** Resolves when every result was delivered. */
export const notified = (shop: Shop): Promise<void> => shop.sandbox.sandbox.softbank.notices.settled();
