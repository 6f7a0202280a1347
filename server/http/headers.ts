import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';
import { sandboxSources, sourcesOf } from './payment-hosts.ts';

/** Headers of every answer (quality-bars S5, S11). Pages add their own policy in `static.ts`. */
export const strictHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sent only where the visitor came by https. */
export const transportSecurity = 'max-age=31536000; includeSubDomains';

/** Google's tag manager and the measurement it brings (payments.md §5); the sandbox plays both in a demo. */
const tagHosts = {
  script: 'https://*.googletagmanager.com',
  report: 'https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
};
const noTags = { script: '', report: '' };

/** A rule of the policy: what it allows, 'none' when that is nothing. */
const rule = (name: string, ...allowed: readonly string[]): string =>
  `${name} ${allowed.filter(Boolean).join(' ') || "'none'"}`;

/**
 * In: hashes of the page's own inline styles, the sandbox's origin (null with real providers), whether the site has a tag
 * manager's container, and the methods it takes. Out: the headers of an HTML page: nothing inline runs; scripts, frames and
 * forms of those methods' providers only are let in, and the tag manager's (payments.md §6).
 */
export const pageHeaders = (
  styleHashes: readonly string[],
  sandbox: string | null,
  hasTags = false,
  methods: readonly Method[] = [],
  environment: Environment = 'production',
): Record<string, string> => {
  const outside = sandbox ? sandboxSources(sandbox) : sourcesOf(methods, environment);
  const tags = hasTags && !sandbox ? tagHosts : noTags;
  const policy = [
    `default-src 'none'`,
    rule('script-src', "'self'", ...outside.script, tags.script),
    rule('style-src', "'self'", ...styleHashes.map((hash) => `'${hash}'`)),
    rule('img-src', "'self' data:", tags.report),
    `font-src 'self'`,
    `manifest-src 'self'`,
    rule('connect-src', "'self'", ...outside.connect, tags.report),
    rule('frame-src', ...outside.frame),
    rule('form-action', "'self'", ...outside.form),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ];
  const payment = `(${['self', ...outside.payment.map((origin) => `"${origin}"`)].join(' ')})`;
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `payment=${payment}, camera=(), microphone=(), geolocation=(), browsing-topics=()`,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };
};
