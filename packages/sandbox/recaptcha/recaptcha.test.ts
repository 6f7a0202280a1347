import { describe, expect, it } from 'vitest';
import { createRecaptchaTokens, recaptchaKeys } from './tokens.ts';

const { site: key, secret } = recaptchaKeys;

const opened = () => {
  let now = 1_790_000_000_000;
  const tokens = createRecaptchaTokens({ now: () => now, sleep: async () => undefined });
  const make = (more: Record<string, string> = {}) =>
    tokens.make(new URLSearchParams({ key, action: 'order', hostname: 'shop.example', ...more }));
  const verify = (response: string | null, by = secret) =>
    tokens.verify(new URLSearchParams({ secret: by, response: response ?? '' }));
  return { make, verify, pass: (ms: number) => (now += ms) };
};
const refused = (code: string) => ({ success: false, 'error-codes': [code] });

describe('the reCAPTCHA sandbox', () => {
  it('reports what a token was created for, once', () => {
    const { make, verify } = opened();
    const token = make();
    expect(verify(token)).toEqual({
      success: true,
      score: 0.9,
      action: 'order',
      hostname: 'shop.example',
      challenge_ts: '2026-09-21T14:13:20.000Z',
    });
    expect(verify(token)).toEqual(refused('timeout-or-duplicate'));
  });

  it('expires a token after two minutes', () => {
    const { make, verify, pass } = opened();
    const [early, late] = [make(), make()];
    pass(2 * 60_000 - 1);
    expect(verify(early)).toMatchObject({ success: true });
    pass(1);
    expect(verify(late)).toEqual(refused('timeout-or-duplicate'));
  });

  it('rejects unknown keys', () => {
    const { make, verify } = opened();
    expect([make({ key: 'another' }), make({ action: 'or der' })]).toEqual([null, null]);
    const token = make();
    expect(verify(token, '')).toEqual(refused('missing-input-secret'));
    expect(verify(token, 'another')).toEqual(refused('invalid-input-secret'));
    expect(verify('')).toEqual(refused('missing-input-response'));
    expect(verify('none')).toEqual(refused('invalid-input-response'));
    expect(verify(token)).toMatchObject({ success: true });
  });
});
