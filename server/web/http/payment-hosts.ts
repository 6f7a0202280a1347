import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';

/** Origins (or folders of them) that a page may load from, send forms to, or allow to request payments. */
export type Sources = Record<'script' | 'frame' | 'connect' | 'form' | 'payment', readonly string[]> & {
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
export type Outside = {
  methods: readonly Method[];
  /** Its orders need a token of the bot check. */
  hasBotCheck: boolean;
  /** Address of the device-fingerprint script; '' without one. */
  fingerprint: string;
};

/** The smallest set of sources for a site's page. */
export const sourcesOf = ({ methods, hasBotCheck, fingerprint }: Outside, environment: Environment): Sources => {
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
export const sandboxSources = (sandbox: string): Sources => ({
  script: [sandbox],
  frame: [sandbox],
  connect: [sandbox],
  form: [sandbox],
  payment: [sandbox],
  isTyped: true,
});
