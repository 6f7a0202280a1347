import type { Environment } from '#src/domain/site.ts';

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
