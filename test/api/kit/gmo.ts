import * as v from 'valibot';
import { orderIdOf } from '#server/payments/providers/gmo/order.ts';
import { postToSandbox, setFault } from './buyer.ts';
import { attemptOf, type Order } from './pay.ts';
import { browse, clickButton } from './redirect.ts';
import type { Shop } from './shop.ts';

const Token = v.object({ resultCode: v.string(), tokenObject: v.optional(v.object({ token: v.string() })) });

/** The token that GMO's script makes for a card. */
export const gmoToken = async (shop: Shop, card: { number?: string; name?: string } = {}): Promise<string> => {
  const body = new URLSearchParams({
    ShopID: 'tshop00000001',
    cardNo: card.number ?? '4111111111111111',
    expire: '203912',
    securityCode: '123',
    holderName: card.name ?? 'HANAKO YAMADA',
  });
  const reply = await fetch(`${shop.sandbox.url}/ext/api/credit/getToken`, { method: 'POST', body });
  const { resultCode, tokenObject } = v.parse(Token, await reply.json());
  if (!tokenObject) throw new Error(`The token call returned ${resultCode}.`);
  return tokenObject.token;
};

/** Answers the bank's page and returns the address of the redirect. */
export const answerCheck = async (shop: Shop, url: string, button: string): Promise<string> =>
  (await clickButton(shop, (await browse(url)).text, button)).location;

/** Lets a delayed PayPay payment succeed or fail. */
export const settleLate = async (shop: Shop, order: Order, result: 'succeeded' | 'failed') => {
  const orderId = orderIdOf(await attemptOf(shop, order));
  await postToSandbox(shop, `gmo/trades/${orderId}/settle`, { result });
};

/** Sets a fault for GMO's next notices. */
export const notices = (shop: Shop, fault: string) => setFault(shop, { route: 'webhooks:gmo', fault, times: 9 });
