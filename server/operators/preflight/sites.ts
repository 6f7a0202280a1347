import { methodsOf, providers } from '#server/payments/providers/contract-owners.ts';
import { stripeAccountsOf, usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, siteFinding } from '#server/shared/finding.ts';
import type { Method } from '#src/domain/payment.ts';
import type { PaymentKeys, SiteSettings } from '#src/domain/site.ts';
import { isPrinted, isSandboxKey, printedProblem } from './demo-secrets.ts';
import type { PreflightEnv } from './env.ts';
import { stripeProblems } from './settings.ts';

type Key = keyof PaymentKeys;
/** A site and the methods of one provider that it offers. */
type Offer = { env: PreflightEnv; site: SiteSettings; methods: readonly Method[] };

const publicKey = ({ env, site }: Pick<Offer, 'env' | 'site'>, key: Key): string => site.paymentKeys[env.APP_ENV][key];

const keyFinding = ({ env, site }: Pick<Offer, 'env' | 'site'>, key: Key, problem: string): Finding =>
  siteFinding(`${site.code}/site.json paymentKeys.${env.APP_ENV}.${key}`, site.code, problem);

const offers = (methods: readonly Method[]): string => `the site offers ${methods.join(', ')}`;

const missingKey = (at: Pick<Offer, 'env' | 'site'>, key: Key, why: string): Finding[] => {
  const value = publicKey(at, key);
  if (value === '') return [keyFinding(at, key, `missing; ${why}`)];
  return isSandboxKey(value) ? [keyFinding(at, key, `${value} is the sandbox's; ${why}`)] : [];
};

/** The site's own account, else the one for all sites. */
const stripeAccountOf = ({ env, site }: Pick<Offer, 'env' | 'site'>) => {
  const accounts = stripeAccountsOf(env);
  return accounts[site.code] ?? accounts.default;
};

/** Checks the account in the site's file of SECRETS_DIR; that of the settings is checked with them. */
const ownAccountFindings = ({ env, site }: Offer): Finding[] => {
  const { secretKey, webhookSecret } = stripeAccountsOf(env)[site.code] ?? {};
  const secrets = Object.entries({ secretKey, webhookSecret });
  const printed = secrets.flatMap(([name, value]) =>
    isPrinted(value ?? '') ? [`stripe.${name}: ${printedProblem}`] : [],
  );
  const wrong = stripeProblems(env.APP_ENV, { secretKey, webhookSecret }).map(
    ([name, why]) => `stripe.${name}: ${why}`,
  );
  return [...printed, ...wrong].map((problem) => siteFinding('SECRETS_DIR', site.code, problem));
};

const stripeKeyFindings = (offer: Offer): Finding[] => {
  const { env, methods } = offer;
  /* Alipay is started by the server and paid on Stripe's page, so the shop's page needs no key. */
  const onPage = methods.filter((method) => method !== 'alipay');
  if (onPage.length === 0) return [];
  const missing = missingKey(offer, 'stripe', offers(onPage));
  if (missing.length > 0) return missing;
  const value = publicKey(offer, 'stripe');
  const isLive = value.startsWith('pk_live_');
  if (env.APP_ENV === 'production' && !isLive)
    return [keyFinding(offer, 'stripe', 'not a live key (pk_live_…); a key for tests charges nobody')];
  const secret = (stripeAccountOf(offer) ?? { secretKey: env.STRIPE_SECRET_KEY }).secretKey;
  if (secret && isLive !== /^[sr]k_live_/.test(secret))
    return [keyFinding(offer, 'stripe', 'of another mode (live or test) than STRIPE_SECRET_KEY')];
  return [];
};

const orSandbox = ({ APP_ENV }: PreflightEnv): string => (APP_ENV === 'staging' ? ' (or SANDBOX=1 for tests)' : '');

const stripeFindings = (offer: Offer): Finding[] => {
  const { env, site, methods } = offer;
  const names = stripeAccountOf(offer)
    ? []
    : (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((name) => !env[name]);
  return [
    ...ownAccountFindings(offer),
    ...names.map((name) => siteFinding(name, site.code, `missing; ${offers(methods)}${orSandbox(env)}`)),
    ...stripeKeyFindings(offer),
  ];
};

/** A public id in the site's file that the page needs and that must match the server's. */
const idFindings = (offer: Offer, key: Key, id: string, onPage: readonly Method[]): Finding[] => {
  const value = publicKey(offer, key);
  if (value === '') return onPage.length === 0 ? [] : missingKey(offer, key, offers(onPage));
  return value === id ? [] : [keyFinding(offer, key, `${value} is not the ${id} of the server's settings`)];
};

const gmoFindings = (offer: Offer): Finding[] => {
  const { env, site, methods } = offer;
  const shop = env.GMO_SHOPS?.[site.code] ?? env.GMO_SHOPS?.default;
  if (!shop) return [siteFinding('GMO_SHOPS', site.code, `no shop for it; ${offers(methods)}${orSandbox(env)}`)];
  const onPage = methods.filter((method) => method === 'gmo');
  const problems = [
    ...(isPrinted(shop.pass) ? [`its password is ${printedProblem}`] : []),
    ...(isSandboxKey(shop.id) ? [`${shop.id} is the sandbox's shop`] : []),
    ...(env.APP_ENV === 'production' && shop.id.startsWith('tshop') ? [`${shop.id} is a shop for tests`] : []),
  ];
  return [
    ...problems.map((problem) => siteFinding('GMO_SHOPS', site.code, problem)),
    ...idFindings(offer, 'gmoShop', shop.id, onPage),
  ];
};

const softbankFindings = (offer: Offer): Finding[] => {
  const { env, site, methods } = offer;
  const shop = env.SOFTBANK_SHOPS?.[site.code] ?? env.SOFTBANK_SHOPS?.default;
  if (!shop) return [siteFinding('SOFTBANK_SHOPS', site.code, `no shop for it; ${offers(methods)}${orSandbox(env)}`)];
  const onPage = methods.filter((method) => method === 'softbank_credit');
  const problems = [
    ...(isPrinted(shop.hashKey) ? [`its hash key is ${printedProblem}`] : []),
    ...(isSandboxKey(shop.merchant) ? [`${shop.merchant} is the sandbox's merchant`] : []),
  ];
  return [
    ...problems.map((problem) => siteFinding('SOFTBANK_SHOPS', site.code, problem)),
    ...idFindings(offer, 'softbankMerchant', shop.merchant, onPage),
    ...idFindings(offer, 'softbankService', shop.service, onPage),
  ];
};

const checks = { stripe: stripeFindings, gmo: gmoFindings, softbank: softbankFindings };

/** Lists the settings that a site lacks for its methods; in development and with the sandbox only contracts of other sites. */
export const methodFindings = (env: PreflightEnv, site: SiteSettings, offered: readonly Method[]): Finding[] => {
  const isDemo = env.APP_ENV === 'development' || usesSandbox(env);
  /* The contracts for all sites would charge for somebody else. */
  const unread = isDemo ? undefined : env.unreadSecrets?.get(site.code);
  if (unread !== undefined) return [siteFinding('SECRETS_DIR', site.code, unread)];
  return providers.flatMap((provider) => {
    const methods = methodsOf(provider).filter((method) => offered.includes(method));
    const refused = env.refusedSecrets?.get(`${site.code} ${provider}`);
    /* Without a catalogue any contract may be needed. */
    if (refused !== undefined && (methods.length > 0 || offered.length === 0))
      return [{ ...siteFinding('SECRETS_DIR', site.code, refused), isAlone: true }];
    return isDemo || methods.length === 0 ? [] : checks[provider]({ env, site, methods });
  });
};

/** Lists the settings that a site with the bot check lacks. */
export const botCheckFindings = (env: PreflightEnv, site: SiteSettings): Finding[] => {
  if (env.APP_ENV === 'development' || usesSandbox(env) || !site.recaptcha) return [];
  const secret = env.RECAPTCHA_SECRET?.[site.code] ?? env.RECAPTCHA_SECRET?.default;
  const why = 'the bot check of the site is on';
  const problem = secret === undefined ? `missing; ${why}` : isPrinted(secret) ? printedProblem : null;
  return [
    ...(problem === null ? [] : [siteFinding('RECAPTCHA_SECRET', site.code, problem)]),
    ...missingKey({ env, site }, 'recaptcha', why),
  ];
};
