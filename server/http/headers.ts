import { createHash } from 'node:crypto';
import type { Environment } from '#src/domain/site.ts';
import { type Outside, type Sources, sandboxSources, sourcesOf } from './payment-hosts.ts';

/** Headers of every answer (docs/architecture.md#bar-policy, docs/architecture.md#bar-headers). Pages add their own policy. */
export const strictHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sent only where the visitor came by https. */
export const transportSecurity = 'max-age=31536000; includeSubDomains';

/** Where browsers tell what a page's policy kept from happening (`reports.ts`). */
export const reportPath = '/csp-reports';

/** Google's tag manager and the measurement it brings (docs/payments.md#measurement); the sandbox plays both in a demo. */
const tagHosts = {
  script: ['https://*.googletagmanager.com'],
  report: ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/** What a page may reach; `report`: where measurement is sent. */
export type PageSources = Sources & { report: readonly string[] };

/**
 * In: what a site loads from elsewhere, the sandbox's origin (null where the real ones are loaded), the environment. Out:
 * what its page may reach, nothing beyond what that needs (docs/payments.md#page-sources).
 */
export const pageSources = (
  { methods = [], hasBotCheck = false, fingerprint = '', hasTags = false }: Partial<Outside> & { hasTags?: boolean },
  sandbox: string | null,
  environment: Environment = 'production',
): PageSources => {
  if (sandbox) return { ...sandboxSources(sandbox), report: [] };
  const own = sourcesOf({ methods, hasBotCheck, fingerprint }, environment);
  if (!hasTags) return { ...own, report: [] };
  return { ...own, script: [...own.script, ...tagHosts.script], report: tagHosts.report, isTyped: false };
};

/** A rule of the policy: what it allows, 'none' when that is nothing. */
const rule = (name: string, ...allowed: readonly string[]): string =>
  `${name} ${allowed.filter(Boolean).join(' ') || "'none'"}`;

/**
 * Text never becomes script but by a policy of its own name; vendors may bring theirs. Where one never said that its
 * scripts work so, only what would be refused is reported: a card that cannot be typed in is worse (README "Decisions").
 */
const typeRules = ({ script }: PageSources): string[] => [
  `require-trusted-types-for 'script'`,
  script.length === 0 ? 'trusted-types shop' : `trusted-types * 'allow-duplicates'`,
];

/** In: what stands between the tags of an inline script or style. Out: its hash, as a policy names it. */
export const inlineHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Hashes of what stands in the page itself. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] };

/**
 * In: hashes of the page's own inline scripts and styles, and what it may reach. Out: the headers of an HTML page: of
 * scripts the page's own run, and what these load; the list is for browsers that do not know 'strict-dynamic'.
 */
export const pageHeaders = ({ scripts, styles }: Inline, sources: PageSources): Record<string, string> => {
  const hashes = (all: readonly string[]) => all.map((hash) => `'${hash}'`);
  const types = typeRules(sources);
  const report = `report-uri ${reportPath}`;
  const policy = [
    `default-src 'none'`,
    rule('script-src', "'strict-dynamic'", ...hashes(scripts), "'self'", ...sources.script),
    rule('style-src', "'self'", ...hashes(styles)),
    rule('img-src', "'self' data:", ...sources.report),
    `font-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    rule('connect-src', "'self'", ...sources.connect, ...sources.report),
    rule('frame-src', ...sources.frame),
    rule('form-action', "'self'", ...sources.form),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    ...(sources.isTyped ? types : []),
    report,
  ];
  const payment = `(${['self', ...sources.payment.map((origin) => `"${origin}"`)].join(' ')})`;
  return {
    'content-security-policy': policy.join('; '),
    ...(sources.isTyped ? {} : { 'content-security-policy-report-only': [...types, report].join('; ') }),
    'permissions-policy': `payment=${payment}, camera=(), microphone=(), geolocation=(), browsing-topics=()`,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };
};
