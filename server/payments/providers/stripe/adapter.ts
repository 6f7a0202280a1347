import Stripe from 'stripe';
import * as v from 'valibot';
import type { Adapter, Attempt, Notice, Paid } from '#server/payments/providers/adapter.ts';
import { contractsOf } from '#server/payments/providers/contracts.ts';
import type { SiteCode } from '#src/domain/site.ts';
import {
  type AccountAdapter,
  openAccount,
  type StripeAccount,
  type StripeMethod,
  type StripeOptions,
} from './client.ts';

/** Largest difference between a notice's time and ours, seconds (docs/architecture.md#bar-webhooks). */
const tolerance = 300;

/** Stripe's ids: longer ones do not fit into an index, other characters not into a column. */
const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/));
const intentPrefix = 'payment_intent.';
/** Events about money after the payment: refunds, also failed ones and those made in the dashboard, and disputes. */
const movedPrefixes = ['refund.', 'charge.refund', 'charge.dispute.'];
const isMoved = (type: string): boolean => movedPrefixes.some((prefix) => type.startsWith(prefix));
/** Yen that fit into an integer column of the database. */
const Amount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));
const Currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/));
const EventSchema = v.union([
  v.object({
    id: Id,
    type: v.pipe(v.string(), v.startsWith(intentPrefix)),
    data: v.object({
      object: v.object({
        id: Id,
        metadata: v.nullish(v.object({ attempt_id: v.optional(v.string()) })),
        /* With other values the event proves no payment, and Stripe is asked. */
        amount_received: v.fallback(v.nullable(Amount), null),
        currency: v.fallback(v.nullable(Currency), null),
      }),
    }),
  }),
  v.object({
    id: Id,
    type: v.pipe(v.string(), v.check(isMoved)),
    data: v.object({ object: v.object({ payment_intent: v.nullish(Id, null) }) }),
  }),
  v.pipe(
    v.object({ id: Id, type: v.string(), data: v.object({ object: v.object({}) }) }),
    v.check(({ type }) => !type.startsWith(intentPrefix) && !isMoved(type)),
  ),
]);
const BodySchema = v.pipe(v.string(), v.parseJson(), EventSchema);
type Event = v.InferOutput<typeof EventSchema>;

/** Whether a header looks like a current signature. Otherwise nothing is parsed or looked up. */
const isSignature = (signature: string): boolean => {
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
  return /(?:^|,)v1=[\da-f]{64}(?:,|$)/.test(signature) && Math.abs(sentAt - Date.now() / 1000) <= tolerance;
};

const isSigned = async (raw: Uint8Array, signature: string, webhookSecret: string): Promise<boolean> => {
  try {
    const { signature: verifier } = Stripe.webhooks;
    return (await verifier?.verifyHeaderAsync(Buffer.from(raw), signature, webhookSecret, tolerance)) === true;
  } catch {
    return false;
  }
};

const intentOf = ({ data: { object } }: Event) => {
  if ('payment_intent' in object) return { providerId: object.payment_intent, attemptId: null, isAboutMoney: true };
  if ('id' in object) return { providerId: object.id, attemptId: object.metadata?.attempt_id ?? null };
  return { providerId: null, attemptId: null };
};

/** The payment that an event reports; null where it reports none. */
const paidOf = ({ type, data: { object } }: Event): Paid | null => {
  if (type !== `${intentPrefix}succeeded` || !('id' in object)) return null;
  const { id: providerId, amount_received: amount, currency } = object;
  return amount !== null && currency !== null ? { kind: 'paid', providerId, amount, currency } : null;
};

/** The adapter of a method. A payment belongs to the account in which it began; without that account its outcome is unknown. */
export const createStripeAdapter = (options: StripeOptions, method: StripeMethod): Adapter => {
  const { accounts, log } = options;
  /* The releases that stored no contract had one account for all sites. */
  const contracts = contractsOf(accounts, 'default');
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
  const refused = { kind: 'declined', providerId: null, reason: 'try_later' } as const;
  return {
    contractFor: contracts.dataFor,
    start: async (attempt, facts) => accountOf(attempt, facts.site)?.start(attempt, facts) ?? refused,
    poll: async (attempt, facts) => accountOf(attempt, facts.site)?.poll(attempt, facts) ?? { kind: 'unknown' },
    cancel: async (attempt, facts) => accountOf(attempt, facts.site)?.cancel(attempt, facts) ?? { kind: 'unknown' },
    refund: async (attempt, site) => accountOf(attempt, site)?.refund(attempt, site) ?? false,
    refundPart: async (attempt, part, site) => accountOf(attempt, site)?.refundPart(attempt, part, site) ?? false,
    readLedger: async (attempt, site) => accountOf(attempt, site)?.readLedger(attempt, site) ?? { kind: 'silence' },
    notice: async (raw, headers): Promise<Notice | null> => {
      const signature = headers.get('stripe-signature') ?? '';
      if (!isSignature(signature)) return null;
      const event = v.safeParse(BodySchema, Buffer.from(raw).toString('utf8'));
      if (!event.success) {
        log('warn', 'stripe_notice_refused');
        return null;
      }
      return {
        ...intentOf(event.output),
        paid: paidOf(event.output),
        isFor: async (attempt, site) => {
          const account = contracts.of(attempt, site);
          return account !== undefined && (await isSigned(raw, signature, account.webhookSecret));
        },
      };
    },
  };
};
