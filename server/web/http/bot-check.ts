import * as v from 'valibot';
import { faultOf, type Log } from '#server/core/log.ts';
import type { SharedEnv } from '#server/shared/env.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { botCheckKey, type SiteCode } from '#src/domain/site.ts';
import type { HttpEnv } from './env.ts';

const VerdictSchema = v.object({
  success: v.boolean(),
  score: v.optional(v.number()),
  action: v.optional(v.string()),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});
type Verdict = v.InferOutput<typeof VerdictSchema>;

/** Errors of our configuration; no visitor's token causes them. */
const isOurs = (code: string): boolean => code === 'missing-input-secret' || code === 'invalid-input-secret';

/** Plausible tokens; the placeholder of clients without the script is too short. */
const tokenShape = /^[\x21-\x7e]{20,8000}$/;

const realHost = 'https://www.google.com';

/** The secret that the sandbox accepts. */
export const demoBotSecrets: Readonly<Record<string, string>> = { default: 'recaptcha_secret_of_the_sandbox' };

const refusalOf = (verdict: Verdict, origins: readonly string[], minScore: number): string | null => {
  if (!verdict.success) return verdict['error-codes'].join(' ').slice(0, 100) || 'no success';
  if (verdict.action !== 'order') return 'another action';
  if (!origins.some((origin) => new URL(origin).hostname === verdict.hostname)) return 'another host';
  return (verdict.score ?? 0) < minScore ? 'score' : null;
};

type BotCheckEnv = Pick<HttpEnv, `RECAPTCHA_${string}` & keyof HttpEnv> & Pick<SharedEnv, 'APP_ENV'>;

/**
 * Verifies tokens of reCAPTCHA v3 for every site, each within `timeout` ms; `sandbox`: the verifier's origin in a demo. A verifier
 * that gives no verdict does not stop sales (docs/payments.md#bot-check). Sites with a key but without a secret are not checked, which
 * is logged; outside development the preflight checks reject such a configuration.
 */
export const openBotCheck = (env: BotCheckEnv, sandbox: string | null, log: Log, sites: Sites, timeout = 5_000) => {
  const { APP_ENV, RECAPTCHA_SECRET: own = {}, RECAPTCHA_MIN_SCORE: minScore } = env;
  /* By site, or `default`. */
  const secrets = sandbox !== null && Object.keys(own).length === 0 ? demoBotSecrets : own;
  const address = `${env.RECAPTCHA_BASE_URL ?? sandbox ?? realHost}/recaptcha/api/siteverify`;

  const hasKey = (site: SiteCode): boolean => botCheckKey(sites.settingsOf(site), APP_ENV) !== '';
  const secretOf = (site: SiteCode): string | undefined =>
    hasKey(site) ? (secrets[site] ?? secrets.default) : undefined;
  const open = [...sites].filter((site) => hasKey(site) && secretOf(site) === undefined);
  if (open.length > 0)
    log('warn', 'bot_check_is_off', { because: 'RECAPTCHA_SECRET is not set', sites: open.join(' ') });

  const verdictOf = async (site: SiteCode, secret: string, token: string): Promise<Verdict | null> => {
    try {
      const body = new URLSearchParams({ secret, response: token });
      const signal = AbortSignal.timeout(timeout);
      const reply = await fetch(address, { method: 'POST', redirect: 'error', body, signal });
      const verdict = v.parse(VerdictSchema, await reply.json());
      const ours = verdict['error-codes'].find(isOurs);
      if (ours === undefined) return verdict;
      log('error', 'bot_check_without_verdict', { site, message: ours });
    } catch (thrown) {
      log('error', 'bot_check_without_verdict', { site, ...faultOf(thrown) });
    }
    return null;
  };

  return {
    /** Whether the site's orders need a token. */
    isOn: (site: SiteCode) => secretOf(site) !== undefined,
    /**
     * Verifies a token, which works once; `base` is the site's address as visitors see it. Returns whether it was verified: not where
     * the check is off or gives no verdict. Throws bot_check_failed where the check is on and fails.
     */
    pass: async (site: SiteCode, base: string, token = ''): Promise<boolean> => {
      const secret = secretOf(site);
      if (secret === undefined) return false;
      const refuse = (because: string, score: number | null): never => {
        log('warn', 'bot_check_refused', { site, because, score });
        throw new Problem('bot_check_failed');
      };
      if (!tokenShape.test(token)) return refuse('no token', null);
      const verdict = await verdictOf(site, secret, token);
      const origins = [base, ...(sites.find(site)?.origins ?? [])];
      const because = verdict && refusalOf(verdict, origins, sites.operationOf(site).recaptchaMinScore ?? minScore);
      if (because) refuse(because, verdict.score ?? null);
      return verdict !== null;
    },
  };
};

export type BotCheck = ReturnType<typeof openBotCheck>;
