import { browserHeader } from '#src/api/endpoint.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { newKey } from './buyer.ts';
import { type Order, type PayInput, pay, replyOf } from './pay.ts';
import type { Shop } from './shop.ts';

/** Pays by a wallet, on whose page the visitor pays. */
export const payByWallet = (shop: Shop, order: Order, method: string, more: PayInput = {}) =>
  pay(shop, order, { method, token: '', ...more });

/** The redirect in a response to a payment. Throws if it has none. */
export const redirectIn = (answer: Parameters<typeof replyOf>[0]) => {
  const reply = replyOf(answer);
  if (reply.status !== 'redirect') throw new Error(`The payment is ${reply.status}.`);
  return reply;
};

/** Pays by a wallet and returns the redirect to its page. */
export const startRedirect = async (shop: Shop, order: Order, wallet: string, key = newKey()) =>
  redirectIn(await payByWallet(shop, order, wallet, { key }));

/** Sends a request as a browser without cookies or state; does not follow redirects. */
export const browse = async (url: string, fields?: Record<string, string>) => {
  const reply = await fetch(url, {
    redirect: 'manual',
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
  });
  return { status: reply.status, location: reply.headers.get('location') ?? '', text: await reply.text() };
};

const fieldsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );

const actionIn = (page: string): string =>
  (/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');

/** Submits a button of one of the provider's pages and returns the next response. */
export const clickButton = (shop: Shop, page: string, button: string) =>
  browse(new URL(actionIn(page), shop.sandbox.url).href, { ...fieldsIn(page), press: button });

/** Answers a wallet's page; returns the address, or form, by which it sends the browser back. */
export const answerPage = async (
  shop: Shop,
  { url, method, fields }: Pick<ReturnType<typeof redirectIn>, 'url' | 'method' | 'fields'>,
  button: string,
): Promise<{ url: string; fields?: Record<string, string> }> => {
  const page = await browse(url, method === 'POST' ? fields : undefined);
  const { location, text } = await clickButton(shop, page.text, button);
  return location ? { url: location } : { url: actionIn(text), fields: fieldsIn(text) };
};

/** The same, and returns to the shop, whose redirect is the result. */
export const answer = async (...args: Parameters<typeof answerPage>) => {
  const { url, fields } = await answerPage(...args);
  return browse(url, fields);
};

/** The reference at the end of the address to which the shop redirects. */
export const referenceIn = (location: string): string => /[?&]r=([^&]+)$/.exec(location)?.[1] ?? '';

/** The default browser secret of a returning browser. */
const browser = newIdempotencyKey();

/** The result of a payment, by the reference in the address of the shop's redirect. */
export const becameOf = (shop: Shop, location: string) =>
  shop.call('getReturn', { params: { r: referenceIn(location) }, headers: { [browserHeader]: browser } });
