import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '#server/sandbox/main.ts';
import { findChromium } from '#test/tools/chromium.mjs';

/** Stripe's real loader and server package with the sandbox, on a page with a strict policy of its own. */
const sandbox = await startSandbox({ port: 0 });
const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
const read = (path: string) => readFileSync(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8');
const axe = read('axe-core/axe.min.js');

const policy = `default-src 'none'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; connect-src ${sandbox.url}`;
const shopPage = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Pay</h1>
<script src="${sandbox.url}/sandbox/stripe.js"></script><script type="module" src="/shop.js"></script>
<form><div id="card"></div><button type="button" id="pay">Pay</button></form></main></html>`;
const scripts: Record<string, string> = {
  '/pure.mjs': read('@stripe/stripe-js/dist/pure.mjs'),
  '/shop.js': `import { loadStripe } from '/pure.mjs'; window.loadStripe = loadStripe;`,
};
const shop = createServer((request, response) => {
  const script = scripts[request.url ?? ''];
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
  response.setHeader('content-security-policy', policy);
  response.end(script ?? shopPage);
});

let browser: Browser;
let page: Page;
let consoleMessages: string[];
let requestedHosts: string[];

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await sandbox.close();
  shop.close();
});

beforeEach(async () => {
  consoleMessages = [];
  requestedHosts = [];
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.on('request', (request) => requestedHosts.push(new URL(request.url()).host));
  page.on('console', (message) => consoleMessages.push(message.text()));
  page.on('pageerror', (error) => consoleMessages.push(String(error)));
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
});
afterEach(() => page.close());

/** Opens the Payment Element with the real loader, and records every message and event that reaches the shop's page. */
const openCard = (locale: string) =>
  page.evaluate(async (wanted) => {
    const messages: string[] = [];
    addEventListener('message', (event) => messages.push(JSON.stringify(event.data)));
    const client = await Reflect.get(window, 'loadStripe')('pk_test_sandbox');
    const settings = { mode: 'payment', amount: 3000, currency: 'jpy', allowedPaymentMethodTypes: ['card'] };
    const appearance = { variables: { colorPrimary: 'rgb(120, 30, 60)', borderRadius: '3px' } };
    const elements = client.elements({ ...settings, locale: wanted, appearance });
    const element = elements.create('payment');
    const ready = new Promise((resolve) => element.on('ready', resolve));
    element.on('change', (event: { complete: boolean }) => messages.push(`complete: ${event.complete}`));
    element.mount('#card');
    await ready;
    Object.assign(window, { client, elements, element, messages });
  }, locale);

const submit = () => page.evaluate(() => Reflect.get(window, 'elements').submit());
const readMessages = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'messages'));
const tokenResult = () =>
  page.evaluate(() => {
    const elements = Reflect.get(window, 'elements');
    const params = {
      return_url: 'https://shop.example/back',
      payment_method_data: { billing_details: { name: 'A B' } },
    };
    return Reflect.get(window, 'client').createConfirmationToken({ elements, params });
  });
const retrieve = (clientSecret: string | null) =>
  page.evaluate((secret) => Reflect.get(window, 'client').retrievePaymentIntent(secret), clientSecret);

/** Starts handleNextAction in the page; `outcome` awaits its result or error. */
const beginAction = (clientSecret: string | null) =>
  page.evaluate((secret) => {
    const outcome = Reflect.get(window, 'client')
      .handleNextAction({ clientSecret: secret })
      .catch((error: Error) => ({ thrown: error.name }));
    Object.assign(window, { outcome });
  }, clientSecret);
const outcome = () => page.evaluate(() => Reflect.get(window, 'outcome'));

async function fill(number: string, expiry = '１２／３９', cvc = '１２３') {
  const form = page.frameLocator('#card iframe');
  await form.locator('[autocomplete=cc-number]').pressSequentially(number);
  await form.locator('[autocomplete=cc-exp]').pressSequentially(expiry);
  await form.locator('[autocomplete=cc-csc]').pressSequentially(cvc);
}

/** axe's findings in the page and all its frames. */
async function violations(): Promise<string[]> {
  for (const frame of page.frames()) {
    await frame.evaluate(axe);
    await frame.evaluate(() => Reflect.get(window, 'axe').configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  return page.evaluate(async () => {
    const { violations: found, incomplete } = await Reflect.get(window, 'axe').run(document);
    const frames = incomplete.filter(({ id }: { id: string }) => id === 'frame-tested');
    return [...found, ...frames].map(({ id, nodes }) => `${id} ${nodes[0].html}`);
  });
}

const pay = (method: object) =>
  stripe.paymentIntents.create({ amount: 3000, currency: 'jpy', confirm: true, ...method });
const waitingPayment = (card: string) => pay({ payment_method: card, use_stripe_sdk: true });

describe('the stand-in for Stripe.js', () => {
  it('accepts a card in its frame, creates a token, and completes the payment after 3-D Secure', async () => {
    await openCard('ja');
    expect(await submit()).toMatchObject({ error: { type: 'validation_error', code: 'incomplete_number' } });
    const frame = page.frames().find((candidate) => candidate.url().includes('/sandbox/elements/card'));
    expect(await violations()).toEqual([]);
    expect(await page.frameLocator('#card iframe').locator('#number-error').textContent()).toContain('カード番号');

    await fill('４０００ 0000-0000 3220');
    expect(await frame?.locator('#number').inputValue()).toBe('4000 0000 0000 3220');
    expect(await frame?.locator('#expiry').inputValue()).toBe('12 / 39');
    expect(await submit()).toEqual({ selectedPaymentMethod: 'card' });
    const { confirmationToken } = await tokenResult();
    expect(confirmationToken).toMatchObject({
      object: 'confirmation_token',
      return_url: 'https://shop.example/back',
      payment_method_preview: { billing_details: { name: 'A B' }, card: { last4: '3220', brand: 'visa' } },
    });

    const waiting = await pay({
      confirmation_token: confirmationToken.id,
      allowed_payment_method_types: ['card'],
      return_url: 'https://shop.example/back',
    });
    expect(waiting.status).toBe('requires_action');
    await page.locator('#pay').focus();
    await beginAction(waiting.client_secret);
    await page.getByRole('dialog', { name: '本人認証' }).waitFor();
    const challenge = page.frameLocator('dialog iframe');
    await challenge.getByText('￥3,000').waitFor();
    expect(await violations()).toEqual([]);
    await challenge.getByRole('button', { name: '認証に成功する' }).click();
    expect(await outcome()).toMatchObject({ paymentIntent: { id: waiting.id, status: 'succeeded' } });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('pay');
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded');

    const messages = (await readMessages()).join('\n');
    expect(messages).toContain('complete: true');
    expect(messages.replaceAll(' ', '')).not.toContain('400000000000');
    expect(requestedHosts.filter((host) => !host.startsWith('127.0.0.1:'))).toEqual([]);
    expect(consoleMessages).toEqual([]);
  });

  it('responds to a failed and a closed challenge like Stripe', async () => {
    await openCard('en');
    const failing = await waitingPayment('pm_card_threeDSecure2Required');
    await beginAction(failing.client_secret);
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Fail authentication' }).click();
    const failure = {
      code: 'payment_intent_authentication_failure',
      payment_intent: { status: 'requires_payment_method' },
    };
    expect(await outcome()).toMatchObject({ error: failure });

    const closing = await waitingPayment('pm_card_threeDSecure2Required');
    await beginAction(closing.client_secret);
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await outcome()).toMatchObject({ error: failure });

    const poor = await waitingPayment('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    await beginAction(poor.client_secret);
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Complete' }).click();
    expect(await outcome()).toMatchObject({
      error: { type: 'card_error', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    });

    await beginAction(poor.client_secret);
    expect(await outcome()).toEqual({ thrown: 'IntegrationError' });
    expect(await retrieve(poor.client_secret)).toMatchObject({ paymentIntent: { status: 'requires_payment_method' } });
    expect(await retrieve(`${poor.id}_secret_guess`)).toMatchObject({ error: { code: 'resource_missing' } });
  });

  it('reports that its frame cannot load', async () => {
    sandbox.sandbox.faults.add({
      route: 'assets.card',
      fault: 'unavailable',
      phase: 'before',
      ms: 0,
      id: null,
      code: 'generic_decline',
      times: 1,
    });
    const event = await page.evaluate(() => {
      const element = Reflect.get<object, string>(
        window,
        'Stripe',
      )('pk_test_sandbox')
        .elements({ locale: 'en' })
        .create('payment');
      const failed = new Promise((resolve) => element.on('loaderror', resolve));
      element.mount('#card');
      return failed;
    });
    expect(event).toMatchObject({ elementType: 'payment', error: { type: 'api_connection_error' } });
  });
});
