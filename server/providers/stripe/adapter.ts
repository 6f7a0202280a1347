import Stripe from 'stripe';
import type { Adapter, Attempt, Notice } from '#server/providers/adapter.ts';
import { contractsOf } from '#server/providers/contracts.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { StripeAccount, StripeOptions } from './accounts.ts';
import { type AccountAdapter, openAccount, type StripeMethod } from './client.ts';

/** Largest difference between a notice's time and ours, seconds (docs/architecture.md#bar-webhooks). */
const tolerance = 300;

/** A signed event; null if this account's webhook did not sign it. */
const readEvent = async (raw: Uint8Array, signature: string, webhookSecret: string): Promise<Stripe.Event | null> => {
  try {
    const event = await Stripe.webhooks.constructEventAsync(Buffer.from(raw), signature, webhookSecret, tolerance);
    const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
    return sentAt > Date.now() / 1000 + tolerance ? null : event;
  } catch {
    return null;
  }
};

/** The intent that an event is about. */
const intentOf = (event: Stripe.Event) => {
  const intent = event.type.startsWith('payment_intent.') && 'id' in event.data.object ? event.data.object : null;
  const metadata = intent && 'metadata' in intent ? intent.metadata : null;
  return { providerId: intent ? String(intent.id) : null, attemptId: metadata?.attempt_id ?? null };
};

/** A method's payments, each in the account it was begun in. Without that account nothing can be said about one. */
export const createStripeAdapter = (options: StripeOptions, method: StripeMethod): Adapter => {
  const { accounts, log } = options;
  const contracts = contractsOf(accounts, { idOf: ({ account }) => account, unnamed: 'default' });
  const opened = new Map<string, AccountAdapter>();

  const openOnce = (account: StripeAccount): AccountAdapter => {
    const known = opened.get(account.secretKey) ?? openAccount(options, account, method);
    opened.set(account.secretKey, known);
    return known;
  };
  const accountOf = (attempt: Attempt, site: SiteCode): AccountAdapter | null => {
    const account = contracts.of(attempt, site);
    if (account) return openOnce(account);
    log('error', 'stripe_failed', { site, code: 'no_account' });
    return null;
  };
  return {
    contractFor: contracts.dataFor,
    start: async (attempt, facts) =>
      accountOf(attempt, facts.site)?.start(attempt, facts) ?? {
        kind: 'declined',
        providerId: null,
        reason: 'try_later',
      },
    poll: async (attempt, facts) => accountOf(attempt, facts.site)?.poll(attempt, facts) ?? { kind: 'unknown' },
    cancel: async (attempt, facts) => accountOf(attempt, facts.site)?.cancel(attempt, facts) ?? { kind: 'unknown' },
    refund: async (attempt, site) => accountOf(attempt, site)?.refund(attempt) ?? false,
    readLedger: async (attempt, site) => accountOf(attempt, site)?.readLedger(attempt) ?? { kind: 'silence' },
    notice: async (raw, headers): Promise<Notice | null> => {
      const signature = headers.get('stripe-signature') ?? '';
      for (const signer of Object.values(accounts)) {
        const event = await readEvent(raw, signature, signer.webhookSecret);
        if (event)
          return {
            ...intentOf(event),
            isFor: (attempt, site) => contracts.of(attempt, site)?.account === signer.account,
          };
      }
      return null;
    },
  };
};
