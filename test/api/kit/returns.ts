import { returnReference } from '#server/payments/return-reference.ts';
import { getReturn } from '#src/api/contract/checkout.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { attemptOf, browse, referenceIn } from './gmo.ts';
import type { Answer, Shop } from './shop.ts';

/** The secret that one browser sends. */
export const newBrowser = newIdempotencyKey;

/** The address that the provider of an order's latest attempt sends the browser back to. */
export const returnAddressOf = async (shop: Shop, of: { token: string; price: number }): Promise<string> => {
  const attempt = await attemptOf(shop, of);
  return `${shop.url}/api/v1/payment-return/${attempt.method}?r=${returnReference(shop.deps.vault, attempt)}`;
};

/** Comes back from the provider. Returns the reference in the address that the browser is sent on to. */
export const comeBack = async (address: string): Promise<string> => referenceIn((await browse(address)).location);

/** What a browser with this secret sends with its requests. */
export const asBrowser = (browser: string): Record<string, string> => ({ 'x-browser-secret': browser });

/** Asks by a reference of a return; null: without a secret. */
export const askReturn = (shop: Shop, r: string, browser: string | null): Promise<Answer> =>
  shop.send(getReturn, { params: { r }, ...(browser !== null && { headers: asBrowser(browser) }) });
