import * as v from 'valibot';
import type { Shop } from './shop.ts';

const Made = v.object({
  result: v.string(),
  errorCode: v.optional(v.string()),
  tokenResponse: v.optional(v.object({ token: v.string(), tokenKey: v.string() })),
});

const testCard = {
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
