import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';

const lifetime = 2 * 60_000;

/** The keys of every site in the sandbox. */
export const recaptchaKeys = {
  site: 'recaptcha_site_key_of_the_sandbox',
  secret: 'recaptcha_secret_of_the_sandbox',
};

type Made = { action: string; hostname: string; score: number; at: number };

/** The response of `siteverify`. */
export type Verdict =
  | { success: true; score: number; action: string; challenge_ts: string; hostname: string }
  | { success: false; 'error-codes': string[] };

const human = 0.9;
const refused = (code: string): Verdict => ({ success: false, 'error-codes': [code] });

/** Tokens of reCAPTCHA v3: single use, two minutes, in memory only (docs/payments.md#bot-check). */
export function createRecaptchaTokens(clock: Clock) {
  const tokens = new Map<string, Made>();
  const nextScores: number[] = [];

  return {
    /** Sets the scores of the next tokens, one each. */
    score(...scores: number[]): void {
      nextScores.push(...scores);
    },
    /** Creates a token; null for an unknown key. */
    make(form: URLSearchParams): string | null {
      const [action = '', hostname = ''] = [form.get('action') ?? '', form.get('hostname') ?? ''];
      if (form.get('key') !== recaptchaKeys.site || !/^[\w/]*$/.test(action)) return null;
      const token = randomBytes(64).toString('base64url');
      tokens.set(token, { action, hostname, score: nextScores.shift() ?? human, at: clock.now() });
      return token;
    },
    /** `siteverify`: redeems a token. */
    verify(form: URLSearchParams): Verdict {
      const [secret, response] = [form.get('secret') ?? '', form.get('response') ?? ''];
      if (secret === '') return refused('missing-input-secret');
      if (secret !== recaptchaKeys.secret) return refused('invalid-input-secret');
      if (response === '') return refused('missing-input-response');
      if (!/^[\w-]{86}$/.test(response)) return refused('invalid-input-response');
      const made = tokens.get(response);
      tokens.delete(response);
      if (!made || made.at + lifetime <= clock.now()) return refused('timeout-or-duplicate');
      const { action, hostname, score, at } = made;
      return { success: true, score, action, challenge_ts: new Date(at).toISOString(), hostname };
    },
  };
}

export type RecaptchaTokens = ReturnType<typeof createRecaptchaTokens>;
