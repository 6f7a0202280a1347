import { configuredProviders, gmoHosts, softbankHosts, usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, finding } from '#server/shared/finding.ts';
import type { Environment } from '#src/domain/site.ts';
import { isPrinted, printedProblem } from './demo-secrets.ts';
import type { PreflightEnv } from './env.ts';

const sandboxFindings = (env: PreflightEnv): Finding[] => {
  if (env.SANDBOX === undefined) return [];
  if (env.APP_ENV === 'production') return [finding('SANDBOX', 'never in production: the sandbox charges nobody')];
  const real = configuredProviders(env);
  return real.length > 0 ? [finding('SANDBOX', `not together with ${real.join(', ')}: choose one of them`)] : [];
};

const addressFindings = ({ APP_ENV, PUBLIC_URL }: PreflightEnv): Finding[] => {
  if (!PUBLIC_URL)
    return [finding('PUBLIC_URL', 'needed: every link begins with it, such as https://tickets.example.org')];
  const isOpen = APP_ENV === 'production' && !PUBLIC_URL.startsWith('https:');
  return isOpen ? [finding('PUBLIC_URL', 'must be https in production')] : [];
};

/** The sandbox has a page with its mails; everywhere else a buyer without mail would have no ticket. */
const mailFindings = (env: PreflightEnv): Finding[] => {
  if (usesSandbox(env)) return [];
  const missing = (['SMTP_URL', 'MAIL_FROM'] as const).filter((name) => !env[name]);
  return missing.map((name) => finding(name, 'needed: tickets are sent by mail'));
};

const secretFindings = (env: PreflightEnv): Finding[] => {
  const own = (['TICKET_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'METRICS_TOKEN'] as const).filter(
    (name) => isPrinted(env[name] ?? ''),
  );
  const fallbacks = (env.TICKET_SECRET_FALLBACKS ?? []).some(isPrinted);
  return [...own, ...(fallbacks ? ['TICKET_SECRET_FALLBACKS'] : [])].map((name) => finding(name, printedProblem));
};

type Keys = { secretKey?: string | undefined; webhookSecret?: string | undefined };

/** Checks the format of Stripe's keys. A key of another kind makes no charges. */
export const stripeProblems = (environment: Environment, { secretKey: key, webhookSecret: secret }: Keys) => {
  const found: (readonly [name: keyof Keys, problem: string])[] = [];
  if (key && environment === 'production' && !/^[sr]k_live_[A-Za-z0-9]{16,}$/.test(key))
    found.push(['secretKey', 'not a live key (sk_live_… or rk_live_…); a key for tests charges nobody']);
  if (secret && !/^whsec_[A-Za-z0-9+/=]{16,}$/.test(secret))
    found.push(['webhookSecret', 'not a signing secret that Stripe issues (whsec_…)']);
  return found;
};

const stripeFindings = ({ APP_ENV, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: PreflightEnv): Finding[] =>
  stripeProblems(APP_ENV, { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET }).map(
    ([name, problem]) => finding(name === 'secretKey' ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET', problem),
  );

const testHosts: readonly string[] = [gmoHosts.test, ...Object.values(softbankHosts.test)].map(
  (address) => new URL(address).host,
);

/** Manually configured provider addresses: in production neither a simulator nor a provider's test environment. */
const hostFindings = (env: PreflightEnv): Finding[] => {
  if (env.APP_ENV !== 'production') return [];
  const names = [
    'STRIPE_API_BASE',
    'GMO_BASE_URL',
    'SOFTBANK_BASE_URL',
    'SOFTBANK_LINK_URL',
    'RECAPTCHA_BASE_URL',
  ] as const;
  return names.flatMap((name) => {
    const address = env[name];
    if (address === undefined) return [];
    const { protocol, host } = new URL(address);
    if (protocol !== 'https:') return [finding(name, 'must be https in production')];
    return testHosts.includes(host) ? [finding(name, `${host} is for tests and charges nobody`)] : [];
  });
};

/** Findings about settings alone; in development nothing is required. */
export const settingsFindings = (env: PreflightEnv): Finding[] => {
  if (env.APP_ENV === 'development') return sandboxFindings(env);
  return [
    ...(env.SITES?.length ? [] : [finding('SITES', 'needed: codes of the sites this server sells, by commas')]),
    ...sandboxFindings(env),
    ...addressFindings(env),
    ...mailFindings(env),
    ...secretFindings(env),
    ...stripeFindings(env),
    ...hostFindings(env),
    ...(env.APP_ENV === 'production' && env.FAILPOINT ? [finding('FAILPOINT', 'for tests, never in production')] : []),
    ...(env.APP_ENV === 'production' && env.SANDBOX_URL
      ? [finding('SANDBOX_URL', 'for the sandbox, never in production')]
      : []),
  ];
};
