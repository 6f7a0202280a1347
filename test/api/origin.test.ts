import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mail/render-mail.ts';
import { createServer } from '#server/serve.ts';
import { apiPrefix, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { sampled } from '#test/tools/sample.ts';
import { newSlot, rowOf } from './kit/arrange.ts';
import { choiceOf, customer, newKey } from './kit/buyer.ts';
import { type Answer, sendRaw } from './kit/call.ts';
import { newAddress } from './kit/mails.ts';
import { clientFolder } from './kit/own-sites.ts';
import { attemptOf, replyOf } from './kit/pay.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

const origin = 'https://tickets.shop.example';
const shop = await forFile(
  startWholeShop({ clientFolder: clientFolder(), env: 'staging', publicUrl: origin, timeout: 1_200 }),
);

/** Ways in which a request can claim another host. */
const claims: { name: string; headers: Record<string, string> }[] = [
  { name: 'Host', headers: { host: 'evil.example' } },
  { name: 'Host with a port', headers: { host: 'evil.example:443' } },
  { name: 'Host that begins as ours does', headers: { host: 'tickets.shop.example.evil.example' } },
  {
    name: 'X-Forwarded-Host',
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
  },
  { name: 'Forwarded', headers: { forwarded: 'host=evil.example;proto=https', 'x-original-host': 'evil.example' } },
];

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> };
const requestAs = ({ headers }: (typeof claims)[number], path: string, sent: Sent = {}): Promise<Answer> =>
  sendRaw(shop.url, {
    method: sent.method ?? 'GET',
    path,
    headers: {
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': newKey() }),
      ...sent.headers,
      ...headers,
    },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  });
const callAs = async (claim: (typeof claims)[number], { method, path }: Endpoint, token: string, body: unknown) => {
  const answer = await requestAs(claim, `${apiPrefix}${path.replace('{token}', token)}`, { method, body });
  if (answer.status !== 200) throw new Error(`${path} ${answer.status} ${answer.text}`);
  return answer;
};

/** Headers and body of a response as one text. */
const wholeOf = ({ headers, text }: Answer): string => `${JSON.stringify([...headers])}\n${text}`;

describe.each(claims)('a request that claims another host by $name', (claim) => {
  it.each([
    '/',
    '/?lang=en',
    '/tickets',
    '/tickets/',
    '/mori',
    '/mori/tickets',
    '/none',
    '/openapi.json',
    `${apiPrefix}/configurations`,
    `${apiPrefix}/none`,
    '/sandbox/mails',
  ])('%s responds without that name, and redirects nowhere else', async (path) => {
    const answer = await requestAs(claim, path);
    expect(answer.status).toBeLessThan(500);
    expect(wholeOf(answer)).not.toContain('evil');
    expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
  });
});

/* A purchase asks for the origin in one place, whatever the request claims. */
it.each(sampled('claims of a buyer', [claims]))(
  'a purchase that claims another host by $name has mails, returns, notices and redirects of the configured origin',
  async (claim) => {
    const slot = await newSlot(shop);
    const made = await callAs(claim, contract.createOrder, '', choiceOf(slot, 1));
    const { order_token: token, order } = JSON.parse(made.text);
    const address = newAddress();
    await callAs(claim, contract.createOrderMail, token, { ...customer, email: address });
    const mail = await rowOf(shop, 'outbox', { address });
    expect(mail.base).toBe(origin);
    expect((await renderMail(shop.deps, mail))?.link?.href).toMatch(new RegExp(`^${origin}/#/mail-confirm\\?`));

    await callAs(claim, contract.putOrder, token, { ...customer, email: address });
    const payment = { token: '', brand: '', last4: '' };
    const body = { payment_method: 'gmo_paypay', payment, lang: 'ja', price: order.price };
    const begun = replyOf(await callAs(claim, contract.checkout, token, body));
    expect(begun.status).toBe('redirect');
    const attempt = await attemptOf(shop, { token, price: order.price });
    expect(attempt.return_base).toBe(origin);
    const r = shop.deps.tokens.token('return', attempt.id);
    const back = await requestAs(claim, `${apiPrefix}/payment-return/gmo_paypay?r=${r}`);
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toMatch(new RegExp(`^${origin}/\\?lang=ja#/payment-callback/gmo_paypay/`));
  },
);

describe('a path that looks like another host', () => {
  const plain = { name: '', headers: {} };
  it.each([
    '//evil.example',
    '//evil.example/tickets',
    '///evil.example/tickets',
    '/%5cevil.example/tickets',
    '/%2fevil.example',
    '/mori//evil.example',
    '/mori?//evil.example',
    '/.//evil.example/tickets',
    '//tickets',
  ])('%s redirects nowhere else', async (path) => {
    const { status, headers } = await requestAs(plain, path);
    const location = headers.get('location');
    expect(status).toBeLessThan(500);
    if (location !== null) expect(new URL(location, origin).origin).toBe(origin);
    if (location !== null) expect(new URL(location, origin).pathname).toMatch(/^\/(?:mori\/)?(?:tickets\/)?$/);
  });
});

it.each(['staging', 'production'] as const)(
  'outside development no server is created without an origin (%s)',
  (env) => {
    expect(() => createServer({ ...shop.deps, env, publicUrl: null })).toThrow('PUBLIC_URL');
  },
);
