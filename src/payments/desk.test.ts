// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lookAtDevice, registerForm, takeTokenFrom } from './desk.ts';
import { openDesk } from './settings.ts';

const tell = (said: string) => {
  const told: unknown = Reflect.get(window, 'told');
  if (typeof told === 'function') told(said, true);
};
const asked: string[] = [];
const card = { token: 'tok', brand: 'visa', last4: '4242' };

describe('the desk of a site that looks at the device', () => {
  beforeAll(() => {
    vi.spyOn(document.head, 'append').mockImplementation((tag) => {
      if (tag instanceof HTMLScriptElement) asked.push(tag.src);
    });
    openDesk({
      stripeKey: '',
      gmoShop: '',
      softbank: { merchant: '', service: '', isLive: false },
      recaptcha: '',
      fingerprint: { url: 'https://device.example/snare.js', callback: 'told', globals: {} },
      sandboxUrl: '',
    });
    registerForm('softbank_credit', async () => card);
  });

  it('hands out what methods give, and waits for nothing, before the payment step has shown', async () => {
    expect(await takeTokenFrom('softbank_credit')).toEqual(card);
    expect(await takeTokenFrom('softbank_paypay')).toEqual({ token: '', brand: '', last4: '' });
    expect(asked).toEqual([]);
  });

  it('sends what the script says along, looked at once; an order for nothing goes without', async () => {
    lookAtDevice();
    await vi.waitFor(() => expect(asked).toEqual(['https://device.example/snare.js']));
    expect(await takeTokenFrom('free')).toEqual({ token: '', brand: '', last4: '' });
    const taken = takeTokenFrom('softbank_credit');
    tell('the device');
    expect(await taken).toEqual({ ...card, fingerprint: 'the device' });
    // The payment step is shown again.
    lookAtDevice();
    expect(await takeTokenFrom('softbank_paypay')).toMatchObject({ fingerprint: 'the device' });
  });
});
