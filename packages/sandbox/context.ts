import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { GmoNotices } from './gmo/notices.ts';
import type { GmoTokens } from './gmo/tokens.ts';
import type { Idempotency } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import type { RecaptchaTokens } from './recaptcha/tokens.ts';
import type { SoftbankNotices } from './softbank/notices.ts';
import type { SoftbankTokens } from './softbank/tokens.ts';
import type { Webhooks } from './webhooks.ts';

/** Shared by all parts of one running sandbox. */
export type SandboxContext = {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  idempotency: Idempotency;
  webhooks: Webhooks;
  /** The simulated GMO. */
  gmo: { tokens: GmoTokens; notices: GmoNotices };
  /** The simulated SB Payment Service. */
  softbank: { tokens: SoftbankTokens; notices: SoftbankNotices };
  /** The simulated reCAPTCHA. */
  recaptcha: RecaptchaTokens;
  keys: { secret: string; publishable: string };
  /** Aborts everything that the sandbox waits for. */
  closed: AbortSignal;
  /** Where the shop shows its mails, null when not configured. */
  mailsUrl: string | null;
  /** The shop's endpoint for operators, null when not configured. */
  operator: { url: string; token: string } | null;
  /** The sandbox's address for browsers, with a trailing slash. */
  base(): string;
};
