import type { PaymentKeys, SiteCode } from '#src/domain/site.ts';
import { fresh, liveSettings, siteKeys } from './live-shop.ts';

const on = (site: SiteCode, keys: Partial<PaymentKeys> = {}, env: Record<string, string> = {}) => ({
  SITES: site,
  ...siteKeys({ [site]: { stripe: fresh.stripe('pk_live'), ...keys } }),
  ...env,
});
const gmoShop = fresh.gmo();
const gmo = (shop: object) => ({ GMO_SHOPS: JSON.stringify({ default: shop }) });
const softbankShop = fresh.softbank();
const softbankKeys = { softbankMerchant: softbankShop.merchant, softbankService: softbankShop.service };
const softbank = (shop: object) => ({ SOFTBANK_SHOPS: JSON.stringify({ default: shop }) });
const noStripe = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

/**
 * A configuration with which the server must refuse to start: its differences from a valid one, and lines that the error output
 * must contain.
 */
const row = (name: string, env: Record<string, string>, ...lines: RegExp[]) => ({ name, env, lines });

const ofTheShop = [
  row('no SITES', { SITES: '' }, /^ {2}SITES: /m),
  row('an unknown site', { SITES: 'borderless, louvre' }, /^ {2}SITES \(louvre\): .*no folder/m),
  row('PUBLIC_URL without TLS', { PUBLIC_URL: 'http://tickets.shop.example' }, /^ {2}PUBLIC_URL: .*https/m),
  row('SANDBOX=1', { SANDBOX: '1' }, /^ {2}SANDBOX: .*production/m),
  row(
    'staging without keys',
    { APP_ENV: 'staging', ...noStripe },
    /^ {2}STRIPE_SECRET_KEY \(borderless\): .*SANDBOX=1/m,
  ),
  row('staging without SITES', { APP_ENV: 'staging', SITES: '', SANDBOX: '1', ...noStripe }, /^ {2}SITES: /m),
  row('staging without PUBLIC_URL', { APP_ENV: 'staging', PUBLIC_URL: '' }, /^ {2}PUBLIC_URL: /m),
  row('staging without mail transport', { APP_ENV: 'staging', SMTP_URL: '', MAIL_FROM: '' }, /^ {2}SMTP_URL: /m),
  row(
    "staging with the sandbox's public key beside a real secret",
    { APP_ENV: 'staging', ...siteKeys({ borderless: { stripe: 'pk_test_sandbox' } }) },
    /paymentKeys\.staging\.stripe \(borderless\): /m,
  ),
];

const ofStripe = [
  row(
    'a public key for tests',
    siteKeys({ borderless: { stripe: fresh.stripe('pk_test') } }),
    /paymentKeys\.production\.stripe \(borderless\): .*test/m,
  ),
  row('a secret key for tests', { STRIPE_SECRET_KEY: fresh.stripe('sk_test') }, /^ {2}STRIPE_SECRET_KEY: .*test/m),
  row('the webhook secret of the sandbox', { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }, /^ {2}STRIPE_WEBHOOK_SECRET: /m),
  row('an API of Stripe without TLS', { STRIPE_API_BASE: 'http://127.0.0.1:4174' }, /^ {2}STRIPE_API_BASE: .*https/m),
];

const ofGmo = [
  row('no public shop id', on('artizon', {}, gmo(gmoShop)), /paymentKeys\.production\.gmoShop \(artizon\): .*gmo\b/m),
  row(
    'another public shop id',
    on('artizon', { gmoShop: '9109999999999' }, gmo(gmoShop)),
    /paymentKeys\.production\.gmoShop \(artizon\): .*9109999999999.*9101234567890/m,
  ),
  row(
    'a shop for tests',
    on('artizon', { gmoShop: 'tshop00081234' }, gmo({ ...gmoShop, id: 'tshop00081234' })),
    /^ {2}GMO_SHOPS \(artizon\): .*test/m,
  ),
  row(
    "GMO's host for tests",
    on('artizon', { gmoShop: gmoShop.id }, { ...gmo(gmoShop), GMO_BASE_URL: 'https://pt01.mul-pay.jp/payment' }),
    /^ {2}GMO_BASE_URL: .*test/m,
  ),
];

const ofSoftbank = [
  row(
    'another public merchant and service',
    on('softbank', { softbankMerchant: '99999', softbankService: '999' }, softbank(softbankShop)),
    /paymentKeys\.production\.softbankMerchant \(softbank\): .*99999.*70352/m,
    /paymentKeys\.production\.softbankService \(softbank\): .*999.*001/m,
  ),
  row(
    'no public merchant',
    on('softbank', {}, softbank(softbankShop)),
    /paymentKeys\.production\.softbankMerchant \(softbank\): .*softbank_credit/m,
  ),
  row(
    'its page for tests',
    on('softbank', softbankKeys, {
      ...softbank(softbankShop),
      SOFTBANK_LINK_URL: 'https://stbfep.sps-system.com/f01/FepBuyInfoReceive.do',
    }),
    /^ {2}SOFTBANK_LINK_URL: .*test/m,
  ),
];

const mori = (recaptcha: string, env: Record<string, string> = {}) =>
  on('mori', { gmoShop: gmoShop.id, recaptcha }, { ...gmo(gmoShop), ...env });
const ofTheBotCheck = [
  row(
    'the keys of the sandbox for the bot check',
    mori('recaptcha_site_key_of_the_sandbox', { RECAPTCHA_SECRET: 'recaptcha_secret_of_the_sandbox' }),
    /^ {2}RECAPTCHA_SECRET \(mori\): .*(source|public)/m,
    /paymentKeys\.production\.recaptcha \(mori\): .*sandbox/m,
  ),
  row(
    'no keys of the bot check in staging',
    mori('', { APP_ENV: 'staging' }),
    /^ {2}RECAPTCHA_SECRET \(mori\): /m,
    /paymentKeys\.staging\.recaptcha \(mori\): /m,
  ),
];

/** Everything at once: one list names each setting with its site. */
const all = row(
  'nothing but APP_ENV and SITES',
  {
    ...Object.fromEntries(Object.keys(liveSettings()).map((name) => [name, ''])),
    APP_ENV: 'production',
    SITES: 'borderless,mori,softbank',
    ...siteKeys({ borderless: {}, mori: {}, softbank: {} }),
    PORT: 'many',
  },
  /^ {2}PORT: /m,
  /^ {2}PUBLIC_URL: /m,
  /^ {2}SMTP_URL: /m,
  /^ {2}MAIL_FROM: /m,
  /^ {2}STRIPE_SECRET_KEY \(borderless\): .*stripe_secure/m,
  /^ {2}STRIPE_SECRET_KEY \(mori\): /m,
  /^ {2}STRIPE_WEBHOOK_SECRET \(borderless\): /m,
  /borderless\/site\.json paymentKeys\.production\.stripe \(borderless\): .*stripe_secure/m,
  /^ {2}GMO_SHOPS \(mori\): .*gmo/m,
  /^ {2}SOFTBANK_SHOPS \(softbank\): .*softbank_credit, softbank_paypay, softbank_alipay/m,
  /^ {2}RECAPTCHA_SECRET \(mori\): /m,
  /mori\/site\.json paymentKeys\.production\.recaptcha \(mori\): /m,
);

export const refusedStarts = [...ofTheShop, ...ofStripe, ...ofGmo, ...ofSoftbank, ...ofTheBotCheck, all];
