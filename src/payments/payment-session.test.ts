// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { registerForm, startFingerprint, takeTokenFrom } from './payment-session.ts';
import type { PaymentSettings } from './settings.ts';

vi.mock('./settings.ts', () => ({
  paymentSettings: async (): Promise<PaymentSettings> => ({
    stripeKey: '',
    gmoShop: '',
    softbank: { merchant: '', service: '', isLive: false },
    fingerprint: { url: 'https://device.example/snare.js', callback: 'onFingerprint', globals: {} },
    sandboxUrl: '',
  }),
}));

const runCallback = (value: string) => {
  const callback: unknown = Reflect.get(window, 'onFingerprint');
  if (typeof callback === 'function') callback(value, true);
};
let scripts: HTMLScriptElement[] = [];
const card = { token: 'tok', brand: 'visa', last4: '4242' };

describe('the payment session of a site with a device fingerprint', () => {
  beforeAll(() => {
    scripts = requestedScripts();
    registerForm('softbank_credit', async () => card);
  });

  it('returns the token without a fingerprint before the payment step has been shown', async () => {
    expect(await takeTokenFrom('softbank_credit')).toEqual(card);
    expect(await takeTokenFrom('softbank_paypay')).toEqual({ token: '', brand: '', last4: '' });
    expect(scripts).toEqual([]);
  });

  it('adds the fingerprint, loading its script once; a free order has none', async () => {
    startFingerprint();
    await vi.waitFor(() => expect(scripts.map(({ src }) => src)).toEqual(['https://device.example/snare.js']), 60_000);
    expect(await takeTokenFrom('free')).toEqual({ token: '', brand: '', last4: '' });
    const taken = takeTokenFrom('softbank_credit');
    runCallback('the device');
    expect(await taken).toEqual({ ...card, fingerprint: 'the device' });
    // The payment step is shown again.
    startFingerprint();
    expect(await takeTokenFrom('softbank_paypay')).toMatchObject({ fingerprint: 'the device' });
  });
});
