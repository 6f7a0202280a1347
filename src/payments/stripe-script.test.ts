// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { openStripe } from './stripe-script.ts';

afterEach(() => vi.restoreAllMocks());

it('Stripe.js is loaded by the shop itself, in the release that its loader is made for', async () => {
  const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const [, train] = /RELEASE_TRAIN = '(\w+)'/.exec(loader) ?? [];
  const scripts = requestedScripts('error');
  const settings = { stripeKey: 'pk_live_1', sandboxUrl: '' };
  await expect(openStripe(settings)).rejects.toMatchObject({ details: { code: 'script_blocked' } });
  expect(scripts.map(({ src }) => src)).toEqual([`https://js.stripe.com/${train}/stripe.js`]);
});
