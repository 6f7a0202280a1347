import { describe, expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';
import { pageHeaders } from './headers.ts';

const google = /googletagmanager|google-analytics/;
const policy = (sandbox: string | null, hasTags?: boolean) =>
  pageHeaders([], sandbox, { hasTags: hasTags ?? false, methods: ['stripe_secure'] })['content-security-policy'] ?? '';

/** In: a policy. Out: what it allows for a kind of thing. */
const allowed = (text: string, kind: string): string =>
  text.split('; ').find((rule) => rule.startsWith(`${kind}-src `)) ?? '';

describe("the page's policy", () => {
  it('lets the tag manager in on sites with a container only, and only where it needs to be', () => {
    expect(policy(null)).not.toMatch(google);
    expect(policy(null, false)).not.toMatch(google);
    const text = policy(null, true);
    expect(allowed(text, 'script')).toMatch(/^script-src 'self' https:\/\/js\.stripe\.com .*googletagmanager\.com$/);
    for (const kind of ['img', 'connect']) expect(allowed(text, kind)).toContain('https://*.google-analytics.com');
    for (const kind of ['frame', 'style', 'default']) expect(allowed(text, kind)).not.toMatch(google);
    expect(text).not.toContain('unsafe');
  });

  it('lets nobody but the sandbox in where it plays every provider', () => {
    expect(policy('http://localhost:4174', true)).toBe(policy('http://localhost:4174'));
  });

  it('lets in the hosts of the methods a site takes, and no others', () => {
    const of = (methods: readonly Method[], environment: Environment = 'production') =>
      pageHeaders([], null, { methods }, environment)['content-security-policy'] ?? '';
    const live = of(['gmo', 'free']);
    expect(allowed(live, 'script')).toBe("script-src 'self' https://static.mul-pay.jp https://p01.mul-pay.jp");
    expect(allowed(live, 'connect')).toBe("connect-src 'self' https://static.mul-pay.jp https://p01.mul-pay.jp");
    expect(allowed(live, 'frame')).toBe("frame-src 'none'");
    expect(live).not.toContain('stripe');
    expect(live).toContain("form-action 'self';");
    expect(of(['gmo'], 'staging')).toContain('https://stg.static.mul-pay.jp https://pt01.mul-pay.jp');
    expect(of(['gmo_paypay'])).toContain("form-action 'self' https://*.mul-pay.jp;");
    expect(of(['free'])).not.toMatch(/https:/);
    const card = of(['softbank_credit']);
    for (const kind of ['script', 'connect'])
      expect(allowed(card, kind)).toBe(`${kind}-src 'self' https://token.sps-system.com`);
    expect(of(['softbank_credit'], 'staging')).toContain('https://stbtoken.sps-system.com');
    expect(of(['softbank_paypay'])).toContain("form-action 'self' https://fep.sps-system.com;");
    expect(of(['softbank_alipay'], 'staging')).toContain("form-action 'self' https://stbfep.sps-system.com;");
  });

  it('lets the bot check and the device fingerprint in where a site has them', () => {
    const google = /recaptcha|gstatic/;
    expect(policy(null)).not.toMatch(google);
    const text = pageHeaders([], null, { hasBotCheck: true })['content-security-policy'] ?? '';
    for (const kind of ['script', 'frame', 'connect'])
      expect(allowed(text, kind)).toContain('https://www.recaptcha.net/recaptcha/');
    expect(allowed(text, 'script')).toContain('https://www.gstatic.com/recaptcha/');
    for (const kind of ['img', 'style', 'default']) expect(allowed(text, kind)).not.toMatch(google);

    const watched = pageHeaders([], null, { fingerprint: 'https://device.example/v/snare.js' });
    for (const kind of ['script', 'connect'])
      expect(allowed(watched['content-security-policy'] ?? '', kind)).toBe(`${kind}-src 'self' https://device.example`);
    expect(policy(null)).not.toContain('device.example');
  });
});
