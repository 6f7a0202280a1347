import Stripe from 'stripe';
import type { Log } from '#server/core/log.ts';
import type { Contracts } from '#server/payments/providers/contracts.ts';

/** An account at Stripe: its id (`acct_…`), API key, and the secret of its webhook. */
export type StripeAccount = { account: string; secretKey: string; webhookSecret: string };

export type StripeOptions = {
  accounts: Contracts<StripeAccount>;
  /** Origin of the API; null for Stripe's own. */
  apiBase: string | null;
  /** Time limit of one call, ms. */
  timeout: number;
  log: Log;
};

export const clientOf = ({ apiBase, timeout }: StripeOptions, { secretKey }: StripeAccount): Stripe => {
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
    ...(base
      ? {
          protocol: base.protocol === 'https:' ? 'https' : 'http',
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? '443' : '80'),
        }
      : {}),
  });
};
