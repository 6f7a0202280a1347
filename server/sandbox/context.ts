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

/** What every part of one running sandbox shares. */
export type SandboxContext = {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  idempotency: Idempotency;
  webhooks: Webhooks;
  /** The part that plays GMO; `closed` ends what it waits for. */
  gmo: { tokens: GmoTokens; notices: GmoNotices; closed: AbortSignal };
  /** The part that plays SB Payment Service. */
  softbank: { tokens: SoftbankTokens; notices: SoftbankNotices };
  /** The part that plays reCAPTCHA. */
  recaptcha: RecaptchaTokens;
  keys: { secret: string; publishable: string };
  /** Ends what the sandbox waits for. */
  closed: AbortSignal;
  /** Where the shop shows its mails, null when nobody said so. */
  mailsUrl: string | null;
  /** The shop's door for operators, null when nobody said so. */
  operator: { url: string; token: string } | null;
  /** The sandbox's address for browsers, ending in a slash. */
  base(): string;
};
