import type { Log } from '#server/core/log.ts';
import type { ProviderEnv } from './env.ts';
import type { GmoOptions } from './gmo/client.ts';
import type { SoftbankOptions } from './softbank/client.ts';
import type { StripeOptions } from './stripe/client.ts';

/** How to reach each provider; null without a contract, and its methods are not offered. */
export type Providers = { stripe: StripeOptions | null; gmo: GmoOptions | null; softbank: SoftbankOptions | null };

/** Credentials that the sandbox accepts. */
export const demoWebhookSecret = 'whsec_sandbox';
export const demoStripeKey = 'sk_test_sandbox';
export const demoShop = { id: 'tshop00000001', pass: 'sandbox00' };
export const demoSoftbank = { merchant: '30132', service: '103', hashKey: '5b1f0e6c0000000000000000000000000sandbox' };

/** Time limit of a call to a provider, ms. */
const timeout = 30_000;

export const gmoHosts = { production: 'https://p01.mul-pay.jp/payment', test: 'https://pt01.mul-pay.jp/payment' };
export const softbankHosts = {
  production: { api: 'https://api.sps-system.com', link: 'https://fep.sps-system.com' },
  test: { api: 'https://stbfep.sps-system.com', link: 'https://stbfep.sps-system.com' },
};
const linkPath = '/f01/FepBuyInfoReceive.do';

/** SB Payment Service as simulated by the sandbox. `apiBase` and `pages`: its origin for the server and for browsers. */
export const demoSoftbankOf = (apiBase: string, pages: string, timeout: number, log: Log): SoftbankOptions => ({
  apiBase,
  linkUrl: `${pages}${linkPath}`,
  shops: { default: demoSoftbank },
  timeout,
  log,
});

export const providerSettings = ['STRIPE_SECRET_KEY', 'GMO_SHOPS', 'SOFTBANK_SHOPS'] as const;

/** Accounts of Stripe by site; `default` is that of the settings. */
export const stripeAccountsOf = (env: ProviderEnv): StripeOptions['accounts'] => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, stripeAccounts } = env;
  if (stripeAccounts) return stripeAccounts;
  return secretKey && webhookSecret ? { default: { account: 'default', secretKey, webhookSecret } } : {};
};

const isFilled = (contracts: object | undefined): boolean => Object.keys(contracts ?? {}).length > 0;

/** The settings of providers that are set, for all sites or in `SECRETS_DIR`. */
export const configuredProviders = (env: ProviderEnv): readonly string[] => {
  const isSet: Record<(typeof providerSettings)[number], boolean> = {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY !== undefined || isFilled(env.stripeAccounts),
    GMO_SHOPS: isFilled(env.GMO_SHOPS),
    SOFTBANK_SHOPS: isFilled(env.SOFTBANK_SHOPS),
  };
  return providerSettings.filter((name) => isSet[name]);
};

/** Whether the sandbox simulates every provider: by default in development, in staging by setting, never in production. */
export const usesSandbox = (env: ProviderEnv): boolean => {
  if (env.APP_ENV === 'production' || configuredProviders(env).length > 0) return false;
  return env.APP_ENV === 'development' || env.SANDBOX === '1';
};

/** How to reach the providers; `sandbox` is the sandbox's origin in a demo. */
export const providersOf = (env: ProviderEnv, sandbox: string | null, log: Log): Providers => {
  if (sandbox !== null) {
    const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? demoWebhookSecret;
    const accounts = { default: { account: 'default', secretKey: demoStripeKey, webhookSecret } };
    return {
      stripe: { accounts, apiBase: env.STRIPE_API_BASE ?? sandbox, timeout, log },
      gmo: { baseUrl: `${sandbox}/payment`, shops: { default: demoShop }, timeout, log },
      softbank: demoSoftbankOf(sandbox, env.SANDBOX_URL ?? sandbox, timeout, log),
    };
  }
  const mode = env.APP_ENV === 'production' ? 'production' : 'test';
  const { STRIPE_API_BASE: apiBase = null, GMO_SHOPS, GMO_BASE_URL: baseUrl = gmoHosts[mode], SOFTBANK_SHOPS } = env;
  const { api, link } = softbankHosts[mode];
  const { SOFTBANK_BASE_URL = api, SOFTBANK_LINK_URL: linkUrl = `${link}${linkPath}` } = env;
  const accounts = stripeAccountsOf(env);
  return {
    /* With SECRETS_DIR a site's account may come later. */
    stripe: env.SECRETS_DIR !== undefined || isFilled(accounts) ? { accounts, apiBase, timeout, log } : null,
    gmo: GMO_SHOPS ? { baseUrl, shops: GMO_SHOPS, timeout, log } : null,
    softbank: SOFTBANK_SHOPS ? { apiBase: SOFTBANK_BASE_URL, linkUrl, shops: SOFTBANK_SHOPS, timeout, log } : null,
  };
};
