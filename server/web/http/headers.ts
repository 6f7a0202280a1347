import { createHash } from 'node:crypto';
import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';

/** Origins (or folders of them) that a page may load from, send forms to, or allow to request payments. */
type Sources = Record<'script' | 'frame' | 'connect' | 'form' | 'payment', readonly string[]> & {
  /** The providers of all scripts document support for Trusted Types, or it was tested here. */
  isTyped: boolean;
};

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripe: Sources = {
  script: stripeScripts,
  frame: [...stripeScripts, 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  form: [],
  payment: ['https://js.stripe.com'],
  /* Documented by Stripe: works with a default policy (stripe/stripe-js#403). */
  isTyped: true,
};

/** Token scripts and their calls, which may be a script's or a fetch's (docs/payments.md#page-sources), and pages for wallets. */
const production = {
  gmo: ['https://static.mul-pay.jp', 'https://p01.mul-pay.jp'],
  tokens: ['https://token.sps-system.com'],
  pages: ['https://fep.sps-system.com'],
};
const tests: typeof production = {
  gmo: ['https://stg.static.mul-pay.jp', 'https://pt01.mul-pay.jp'],
  tokens: ['https://stbtoken.sps-system.com'],
  pages: ['https://stbfep.sps-system.com'],
};

/**
 * reCAPTCHA under its host name that is also reachable where google.com is not; it loads code from gstatic
 * (docs/payments.md#bot-check).
 */
const botCheck: Partial<Sources> = {
  script: [
    'https://www.recaptcha.net/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://www.gstatic.cn/recaptcha/',
  ],
  frame: ['https://www.recaptcha.net/recaptcha/'],
  connect: ['https://www.recaptcha.net/recaptcha/'],
};

/** Sources that each method needs; none where the browser is redirected by a plain link. */
const needsAt = ({ gmo, tokens, pages }: typeof production): Partial<Record<Method, Partial<Sources>>> => ({
  gmo: { script: gmo, connect: gmo },
  gmo_paypay: { form: ['https://*.mul-pay.jp'] },
  softbank_credit: { script: tokens, connect: tokens },
  softbank_alipay: { form: pages },
  softbank_paypay: { form: pages },
  stripe,
  stripe_secure: stripe,
});

/** Origins from which a site's page loads. */
type Outside = {
  methods: readonly Method[];
  /** Its orders need a token of the bot check. */
  hasBotCheck: boolean;
  /** Address of the device-fingerprint script; '' without one. */
  fingerprint: string;
};

/** The smallest set of sources for a site's page. */
const sourcesOf = ({ methods, hasBotCheck, fingerprint }: Outside, environment: Environment): Sources => {
  const host = fingerprint ? [new URL(fingerprint).origin] : [];
  const needs = needsAt(environment === 'production' ? production : tests);
  const all: Partial<Sources>[] = [
    ...methods.map((method) => needs[method] ?? {}),
    hasBotCheck ? botCheck : {},
    { script: host, connect: host },
  ];
  const of = (name: Exclude<keyof Sources, 'isTyped'>) => [...new Set(all.flatMap((sources) => sources[name] ?? []))];
  return {
    script: of('script'),
    frame: of('frame'),
    connect: of('connect'),
    form: of('form'),
    payment: of('payment'),
    isTyped: all.every(({ script = [], isTyped = false }) => script.length === 0 || isTyped),
  };
};

/** Sources when the sandbox at this origin simulates every provider. */
const sandboxSources = (sandbox: string): Sources => {
  const origins = [sandbox];
  return { script: origins, frame: origins, connect: origins, form: origins, payment: origins, isTyped: true };
};

/**
 * Headers of every response (docs/architecture.md#bar-policy, docs/architecture.md#bar-headers), beside its content policy.
 */
const strictHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

/** The policy of what is no page: opened as one, it loads, runs and sends nothing, and is of no origin. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The policy of the service worker's script, which applies to the worker: it only fetches from the shop. */
export const policyOfWorker = "default-src 'none'; connect-src 'self'";

/** Sets the headers of every response; one without its own policy is no page. */
export const setStrict = (headers: Headers): void => {
  for (const [name, value] of Object.entries(strictHeaders)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policyOfFiles);
};

/** Sent only when the shop is reached by https. The owner's other subdomains may not have it. */
export const transportSecurity = ({ hstsSubdomains }: { hstsSubdomains: boolean }): string =>
  `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;

/** Where browsers report violations of a page's policy (`reports.ts`). */
export const reportPath = '/csp-reports';

/** Google's tag manager and analytics (docs/payments.md#measurement); in a demo the sandbox simulates both. */
const tagHosts = {
  script: ['https://*.googletagmanager.com'],
  report: ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/** Origins that a page may use; `report`: where measurements are sent. */
export type PageSources = Sources & { report: readonly string[] };

/**
 * The smallest set of origins that a site's page needs (docs/payments.md#page-sources). `sandbox`: the sandbox's origin; null when
 * the real providers are loaded.
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

/** A directive; 'none' when nothing is allowed. */
const rule = (name: string, ...allowed: readonly string[]): string =>
  `${name} ${allowed.filter(Boolean).join(' ') || "'none'"}`;

/**
 * Text becomes script only through a named Trusted Types policy; providers' scripts may define theirs. Where a provider does not
 * document that its scripts support this, violations are only reported: a card form that does not work is worse
 * (docs/architecture.md#content-policy).
 */
const typeRules = ({ script }: PageSources): string[] => [
  `require-trusted-types-for 'script'`,
  script.length === 0 ? 'trusted-types shop start' : `trusted-types * 'allow-duplicates'`,
];

/** Hash of an inline script or style as a policy source. */
export const inlineHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

export type Inline = { scripts: readonly string[]; styles: readonly string[] };

/**
 * Headers of an HTML page. Only its own scripts run, and what these load; the list of hosts is for browsers without
 * 'strict-dynamic'.
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
