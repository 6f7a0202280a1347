import Stripe from 'stripe';
import type { CallOptions, Contracts } from '#server/payments/providers/contracts.ts';

/** An account at Stripe: its id (`acct_…`), API key, and the secret of its webhook. */
export type StripeAccount = { account: string; secretKey: string; webhookSecret: string };

export type StripeOptions = CallOptions & {
  accounts: Contracts<StripeAccount>;
  /** Origin of the API; null for Stripe's own. */
  apiBase: string | null;
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
