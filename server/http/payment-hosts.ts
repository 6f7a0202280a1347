import type { Method } from '#src/domain/payment.ts';
import type { Environment } from '#src/domain/site.ts';

/** What a page may load from elsewhere, send forms to, and whom it lets ask for payment; each a list of origins. */
export type Sources = Record<'script' | 'frame' | 'connect' | 'form' | 'payment', readonly string[]>;

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripe: Sources = {
  script: stripeScripts,
  frame: [...stripeScripts, 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  form: [],
  payment: ['https://js.stripe.com'],
};

/** The token script and the call behind it, which may be a script's or a fetch's (payments.md §6). */
const gmoHosts = (environment: Environment): readonly string[] =>
  environment === 'production'
    ? ['https://static.mul-pay.jp', 'https://p01.mul-pay.jp']
    : ['https://stg.static.mul-pay.jp', 'https://pt01.mul-pay.jp'];

const softbankTokens = (environment: Environment): readonly string[] => [
  environment === 'production' ? 'https://token.sps-system.com' : 'https://stbtoken.sps-system.com',
];
const softbankPages = (environment: Environment): readonly string[] => [
  environment === 'production' ? 'https://fep.sps-system.com' : 'https://stbfep.sps-system.com',
];

/** What each method needs of its provider; nothing where the browser leaves by an address. */
const needs: Partial<Record<Method, (environment: Environment) => Partial<Sources>>> = {
  gmo: (environment) => ({ script: gmoHosts(environment), connect: gmoHosts(environment) }),
  gmo_paypay: () => ({ form: ['https://*.mul-pay.jp'] }),
  softbank_credit: (environment) => ({ script: softbankTokens(environment), connect: softbankTokens(environment) }),
  softbank_alipay: (environment) => ({ form: softbankPages(environment) }),
  softbank_paypay: (environment) => ({ form: softbankPages(environment) }),
  stripe: () => stripe,
  stripe_secure: () => stripe,
};

/** In: the methods of a site, and the environment. Out: what its page may reach, nothing beyond what they need. */
export const sourcesOf = (methods: readonly Method[], environment: Environment): Sources => {
  const all = methods.map((method) => needs[method]?.(environment) ?? {});
  const of = (name: keyof Sources) => [...new Set(all.flatMap((sources) => sources[name] ?? []))];
  return {
    script: of('script'),
    frame: of('frame'),
    connect: of('connect'),
    form: of('form'),
    payment: of('payment'),
  };
};

/** In: the sandbox's origin. Out: the same where it plays every provider. */
export const sandboxSources = (sandbox: string): Sources => ({
  script: [sandbox],
  frame: [sandbox],
  connect: [sandbox],
  form: [sandbox],
  payment: [sandbox],
});
