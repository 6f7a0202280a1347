import './bot-check.css';
import { Failure } from '#src/domain/failures.ts';
import { inTime, loadScript } from './load-script.ts';

declare global {
  interface Window {
    /** Google's script, reCAPTCHA v3 (docs/payments.md#bot-check). */
    grecaptcha?: {
      ready: (work: () => void) => void;
      execute: (siteKey: string, about: { action: string }) => Promise<string | null>;
    };
  }
}

/** This host is also reachable where google.com is blocked. */
const host = 'https://www.recaptcha.net';

export type BotCheckScript = {
  /** Public key of the site. */
  recaptcha: string;
  /** Origin of the sandbox that replaces Google; '' for the real one. */
  sandboxUrl: string;
};

const take = async ({ recaptcha: key, sandboxUrl }: BotCheckScript): Promise<string> => {
  await loadScript(`${sandboxUrl || host}/recaptcha/api.js?render=${encodeURIComponent(key)}`);
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('The script did not define grecaptcha');
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  const token = await grecaptcha.execute(key, { action: 'order' });
  if (!token) throw new Error('The script returned no token');
  return token;
};

/**
 * A token for one order, valid once and for two minutes, so each attempt needs a new one. Throws Failure bot_check_blocked, which
 * the visitor can resolve; an earlier attempt may have succeeded, so its outcome stays unknown.
 */
export const botToken = (script: BotCheckScript): Promise<string> =>
  inTime(take(script)).catch(() => {
    throw new Failure({ code: 'bot_check_blocked', unknown: true });
  });
