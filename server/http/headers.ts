import type { Environment } from '#src/domain/site.ts';
import { type Outside, sandboxSources, sourcesOf } from './payment-hosts.ts';

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
 * In: hashes of the page's own inline styles, the sandbox's origin (null where the real ones are loaded), and what the site
 * loads from elsewhere. Out: the headers of an HTML page: nothing inline runs; scripts, frames and forms of what the site
 * uses are let in, and no others (payments.md §6).
 */
export const pageHeaders = (
  styleHashes: readonly string[],
  sandbox: string | null,
  outside: Partial<Outside> & { hasTags?: boolean } = {},
  environment: Environment = 'production',
): Record<string, string> => {
  const { hasTags = false, methods = [], hasBotCheck = false, fingerprint = '' } = outside;
  const allowed = sandbox ? sandboxSources(sandbox) : sourcesOf({ methods, hasBotCheck, fingerprint }, environment);
  const tags = hasTags && !sandbox ? tagHosts : noTags;
  const policy = [
    `default-src 'none'`,
    rule('script-src', "'self'", ...allowed.script, tags.script),
    rule('style-src', "'self'", ...styleHashes.map((hash) => `'${hash}'`)),
    rule('img-src', "'self' data:", tags.report),
    `font-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    rule('connect-src', "'self'", ...allowed.connect, tags.report),
    rule('frame-src', ...allowed.frame),
    rule('form-action', "'self'", ...allowed.form),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ];
  const payment = `(${['self', ...allowed.payment.map((origin) => `"${origin}"`)].join(' ')})`;
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `payment=${payment}, camera=(), microphone=(), geolocation=(), browsing-topics=()`,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };
};
