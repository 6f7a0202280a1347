import * as v from 'valibot';
import { jsonObject, Origin } from '#server/core/settings.ts';
import type { SharedEnv } from '#server/shared/env.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import type { Contracts } from './contracts.ts';

/** Shop credentials by site, `default` for the others. */
const shopsOf = <Shop extends v.GenericSchema>(format: string, shop: Shop) =>
  v.pipe(
    jsonObject(format),
    v.record(v.union([SiteCodeSchema, v.literal('default')], 'a site or "default" before each shop'), shop, format),
  );

const gmoFormat = 'shops by site, {"default": {"id": "tshop…", "pass": "…"}}';
export const GmoShopSchema = v.strictObject(
  {
    id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,13}$/, 'a shop id, at most 13 letters and digits')),
    pass: v.pipe(v.string(), v.nonEmpty("the shop's password")),
  },
  gmoFormat,
);

const stripeFormat = 'an account of Stripe, {"account": "acct_…", "secretKey": "…", "webhookSecret": "…"}';
const StripeKeySchema = v.pipe(v.string(), v.regex(/^[sr]k_/, 'a secret key of Stripe (sk_… or rk_…)'));
const StripeWebhookSchema = v.pipe(v.string(), v.startsWith('whsec_', "the webhook's secret (whsec_…)"));
export const StripeAccountSchema = v.strictObject(
  {
    account: v.pipe(v.string(), v.regex(/^acct_\w{1,60}$/, 'the id of the account (acct_…)')),
    secretKey: StripeKeySchema,
    webhookSecret: StripeWebhookSchema,
  },
  stripeFormat,
);

const softbankFormat = 'shops by site, {"default": {"merchant": "…", "service": "…", "hashKey": "…"}}';
export const SoftbankShopSchema = v.strictObject(
  {
    merchant: v.pipe(v.string(), v.regex(/^\d{5}$/, 'a merchant id, 5 digits')),
    service: v.pipe(v.string(), v.regex(/^\d{3}$/, 'a service id, 3 digits')),
    hashKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'the hash key, at least 16 ASCII characters')),
  },
  softbankFormat,
);

export const secretFormat = 'a secret key, or one by site: {"default": "…", "mori": "…"}';
/** A secret of the bot check. */
export const RecaptchaSecretSchema = v.pipe(v.string(secretFormat), v.regex(/^[\x21-\x7e]{16,}$/, secretFormat));

const contractSitesFormat = 'sites by contract, {"acct_…": ["mori", "artizon"]}';

/** Settings of payment providers and of the sandbox in their place (docs/settings.md). */
export const providerEntries = {
  /**
   * Folder with a file `<code>.json` (mode 0600, at most 64 KiB) for a site's contracts: `stripe` (`{"account":
   * "acct_…", "secretKey": "…", "webhookSecret": "…"}`), `gmo`, `softbank`, `recaptcha` as in the settings for all
   * sites, the first three also with a list `earlier` of at most 10 of the same; read again within 5 s; a site without
   * a file uses the settings (operations.md, “Contracts of a site”). Also Apple Pay's file of the hosts.
   */
  SECRETS_DIR: v.optional(v.string()),
  /**
   * Sites that a contract belongs to, by account, shop id or merchant-service: `{"acct_…": ["mori", "artizon"],
   * "30132-103": ["hall"]}`; without it the site that sold with it first (operations.md, “Contracts of a site”).
   */
  CONTRACT_SITES: v.optional(
    v.pipe(
      jsonObject(contractSitesFormat),
      v.record(
        v.pipe(
          v.string(),
          v.regex(
            /^(?:acct_\w+|[A-Za-z0-9]{1,13}|\d{5}-\d{3})$/,
            'acct_…, a shop id of GMO, or merchant-service before the sites',
          ),
        ),
        v.array(SiteCodeSchema, contractSitesFormat),
        contractSitesFormat,
      ),
    ),
  ),
  /**
   * `1`: the sandbox plays all providers in staging, and every page says so; not together with a provider's keys, never
   * in production. In development without a provider's keys it always does.
   */
  SANDBOX: v.optional(v.picklist(['1'], '1, or not set')),
  /** The sandbox's origin for browsers; the address where it listens without it. */
  SANDBOX_URL: v.optional(Origin),
  /**
   * Key of Stripe's account of all sites without an account in `SECRETS_DIR`; a live key in production. In a demo the
   * sandbox's.
   */
  STRIPE_SECRET_KEY: v.optional(StripeKeySchema),
  /** Secret of that account's webhook. In a demo the sandbox's. */
  STRIPE_WEBHOOK_SECRET: v.optional(StripeWebhookSchema),
  /** Another origin for Stripe's API. */
  STRIPE_API_BASE: v.optional(Origin),
  /** Address of GMO's calls; without it `p01.mul-pay.jp/payment` in production, `pt01.` otherwise. */
  GMO_BASE_URL: v.optional(Origin),
  /**
   * Contracts with GMO by site, `{"default": {"id": "tshop…", "pass": "…"}, "artizon": {…}}`; the sites' folders have
   * the same ids. In a demo the sandbox's.
   */
  GMO_SHOPS: v.optional(shopsOf(gmoFormat, GmoShopSchema)),
  /** Origin of SB Payment Service's API; without it the real one in production, otherwise the one for tests. */
  SOFTBANK_BASE_URL: v.optional(Origin),
  /** Address of its page for wallets (then also in `web/http/headers.ts`). */
  SOFTBANK_LINK_URL: v.optional(v.pipe(v.string(), v.url('an address such as https://pay.example/form'))),
  /**
   * Contracts with SB Payment Service by site, `{"default": {"merchant": "30132", "service": "103", "hashKey": "…"}}`;
   * the sites' folders have the same ids. In a demo the sandbox's.
   */
  SOFTBANK_SHOPS: v.optional(shopsOf(softbankFormat, SoftbankShopSchema)),
};
/** Additions of `SECRETS_DIR` to the settings. */
export type SiteSecretsEnv = {
  /** Accounts of Stripe by site; `default` is that of the settings. */
  stripeAccounts?: Contracts<v.InferOutput<typeof StripeAccountSchema>>;
  /** Why the secrets of a site are unknown, by site. The shared secrets must not be used instead: they belong to another venue. */
  unreadSecrets?: ReadonlyMap<string, string>;
  /** Why a site's file is refused: it names a contract of another site. */
  refusedSecrets?: ReadonlyMap<string, string>;
};
export type ProviderEnv = v.InferOutput<v.ObjectSchema<typeof providerEntries, undefined>> &
  Pick<SharedEnv, 'APP_ENV'> &
  SiteSecretsEnv;
