import * as v from 'valibot';
import { jsonObject, Origin } from '#server/core/settings.ts';
import type { SharedEnv } from '#server/shared/env.ts';
import { SiteCodeSchema } from '#src/domain/site-code.ts';
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

/** Settings of payment providers and of the sandbox in their place (table in server/README.md). */
export const providerEntries = {
  SECRETS_DIR: v.optional(v.string()),
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
  SANDBOX: v.optional(v.picklist(['1'], '1, or not set')),
  SANDBOX_URL: v.optional(Origin),
  STRIPE_SECRET_KEY: v.optional(StripeKeySchema),
  STRIPE_WEBHOOK_SECRET: v.optional(StripeWebhookSchema),
  STRIPE_API_BASE: v.optional(Origin),
  GMO_BASE_URL: v.optional(Origin),
  GMO_SHOPS: v.optional(shopsOf(gmoFormat, GmoShopSchema)),
  SOFTBANK_BASE_URL: v.optional(Origin),
  SOFTBANK_LINK_URL: v.optional(v.pipe(v.string(), v.url('an address such as https://pay.example/form'))),
  SOFTBANK_SHOPS: v.optional(shopsOf(softbankFormat, SoftbankShopSchema)),
};
/** What `SECRETS_DIR` adds to the settings. */
export type SiteSecretsEnv = {
  /** Accounts of Stripe by site; `default` is that of the settings. */
  stripeAccounts?: Contracts<v.InferOutput<typeof StripeAccountSchema>>;
  /** Why the secrets of a site are not known, by site: the shared ones would charge for somebody else. */
  unreadSecrets?: ReadonlyMap<string, string>;
  /** Why a site's file is refused: it names a contract of another site. */
  refusedSecrets?: ReadonlyMap<string, string>;
};
export type ProviderEnv = v.InferOutput<v.ObjectSchema<typeof providerEntries, undefined>> &
  Pick<SharedEnv, 'APP_ENV'> &
  SiteSecretsEnv;
