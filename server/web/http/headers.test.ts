import { describe, expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';
import { pageHeaders, pageSources } from './headers.ts';

type Outside = Parameters<typeof pageSources>[0];
const headersOf = (outside: Outside, sandbox: string | null = null, environment?: Environment) =>
  pageHeaders({ scripts: ['sha256-own'], styles: [] }, pageSources(outside, sandbox, environment));
const policyOf = (...about: Parameters<typeof headersOf>) => headersOf(...about)['content-security-policy'] ?? '';

const google = /googletagmanager|google-analytics/;
const policy = (sandbox: string | null, hasTags = false) => policyOf({ hasTags, methods: ['stripe_secure'] }, sandbox);

/** The sources that a policy allows for one directive. */
const allowed = (text: string, kind: string): string =>
  text.split('; ').find((rule) => rule.startsWith(`${kind}-src `)) ?? '';
const scripts = (...hosts: string[]) => ["script-src 'strict-dynamic' 'sha256-own' 'self'", ...hosts].join(' ');

describe('the content security policy of the page', () => {
  it('allows the scripts of the page and those they load, and reports violations', () => {
    const text = policyOf({});
    expect(allowed(text, 'script')).toBe(scripts());
    for (const rule of [`base-uri 'none'`, `object-src 'none'`, `frame-ancestors 'none'`, 'report-uri /csp-reports'])
      expect(text.split('; ')).toContain(rule);
    expect(text).not.toMatch(/unsafe|\*/);
  });

  it('allows the tag manager only on sites with a container, and only in the directives it needs', () => {
    expect(policy(null)).not.toMatch(google);
    const text = policy(null, true);
    expect(allowed(text, 'script')).toMatch(/ https:\/\/js\.stripe\.com .*googletagmanager\.com$/);
    for (const kind of ['img', 'connect']) expect(allowed(text, kind)).toContain('https://*.google-analytics.com');
    for (const kind of ['frame', 'style', 'default']) expect(allowed(text, kind)).not.toMatch(google);
    expect(text).not.toContain('unsafe');
  });

  it('allows only the hosts of the payment methods of a site', () => {
    const of = (methods: readonly Method[], environment: Environment = 'production') =>
      policyOf({ methods }, null, environment);
    const live = of(['gmo', 'free']);
    expect(allowed(live, 'script')).toBe(scripts('https://static.mul-pay.jp', 'https://p01.mul-pay.jp'));
    expect(allowed(live, 'connect')).toBe("connect-src 'self' https://static.mul-pay.jp https://p01.mul-pay.jp");
    expect(allowed(live, 'frame')).toBe("frame-src 'none'");
    expect(live).not.toContain('stripe');
    expect(live).toContain("form-action 'self';");
    expect(of(['gmo'], 'staging')).toContain('https://stg.static.mul-pay.jp https://pt01.mul-pay.jp');
    expect(of(['gmo_paypay'])).toContain("form-action 'self' https://*.mul-pay.jp;");
    expect(of(['free'])).not.toMatch(/https:/);
    const card = of(['softbank_credit']);
    expect(allowed(card, 'script')).toBe(scripts('https://token.sps-system.com'));
    expect(allowed(card, 'connect')).toBe("connect-src 'self' https://token.sps-system.com");
    expect(of(['softbank_credit'], 'staging')).toContain('https://stbtoken.sps-system.com');
    expect(of(['softbank_paypay'])).toContain("form-action 'self' https://fep.sps-system.com;");
    expect(of(['softbank_alipay'], 'staging')).toContain("form-action 'self' https://stbfep.sps-system.com;");
  });

  it('allows the bot check and the device fingerprint only on sites that use them', () => {
    const google = /recaptcha|gstatic/;
    expect(policy(null)).not.toMatch(google);
    const text = policyOf({ hasBotCheck: true });
    for (const kind of ['script', 'frame', 'connect'])
      expect(allowed(text, kind)).toContain('https://www.recaptcha.net/recaptcha/');
    expect(allowed(text, 'script')).toContain('https://www.gstatic.com/recaptcha/');
    for (const kind of ['img', 'style', 'default']) expect(allowed(text, kind)).not.toMatch(google);

    const watched = policyOf({ fingerprint: 'https://device.example/v/snare.js' });
    expect(allowed(watched, 'script')).toBe(scripts('https://device.example'));
    expect(allowed(watched, 'connect')).toBe("connect-src 'self' https://device.example");
    expect(policy(null)).not.toContain('device.example');
  });
});

describe('Trusted Types', () => {
  const required = `require-trusted-types-for 'script'`;
  const reported = (outside: Outside) => headersOf(outside)['content-security-policy-report-only'] ?? '';

  it('are required on pages with our own scripts, also with those of Stripe or the sandbox', () => {
    expect(policyOf({ methods: ['free'] })).toContain(`${required}; trusted-types shop start;`);
    for (const text of [policy(null), policy('http://localhost:4174', true)])
      expect(text).toContain(`${required}; trusted-types * 'allow-duplicates';`);
    for (const methods of [['free'], ['stripe']] satisfies Method[][]) expect(reported({ methods })).toBe('');
  });

  it.each<[string, Outside]>([
    ['GMO', { methods: ['stripe', 'gmo'] }],
    ['SB Payment Service', { methods: ['softbank_credit'] }],
    ['reCAPTCHA', { hasBotCheck: true }],
    ['the tag manager', { hasTags: true }],
    ['a device fingerprint', { fingerprint: 'https://device.example/a.js' }],
  ])('are report-only on pages with a script of %s, which may not support them', (_, outside) => {
    expect(policyOf(outside)).not.toContain('trusted-types');
    expect(reported(outside)).toMatch(
      /^require-trusted-types-for 'script'; trusted-types \* 'allow-duplicates'; report-uri/,
    );
  });
});
