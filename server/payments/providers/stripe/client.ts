import Stripe from 'stripe';
import {
  type Adapter,
  type Attempt,
  ageOf,
  type LedgerEntry,
  nothing,
  type Outcome,
  type Part,
  type Refused,
  type StartFacts,
} from '#server/payments/providers/adapter.ts';
import type { CallOptions, Contracts } from '#server/payments/providers/contracts.ts';
import { stripeReasonOf } from './reasons.ts';

/** An account at Stripe: its id (`acct_…`), API key, and the secret of its webhook. */
export type StripeAccount = { account: string; secretKey: string; webhookSecret: string };

export type StripeOptions = CallOptions & {
  accounts: Contracts<StripeAccount>;
  /** Origin of the API; null for Stripe's own. */
  apiBase: string | null;
};

const clientOf = ({ apiBase, timeout }: StripeOptions, { secretKey }: StripeAccount): Stripe => {
  const { protocol, hostname, port } = new URL(apiBase ?? 'https://api.stripe.com');
  const isSecure = protocol === 'https:';
  return new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
    protocol: isSecure ? 'https' : 'http',
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
  });
};

/** An intent that cannot be found this long (ms) after its attempt began was never created; no request takes that long. */
const lostAfter = 5 * 60_000;

/**
 * An attempt is not sent again after this long (ms): Stripe forgets an idempotency key after 24 hours, and the same key would then
 * make a second payment beside the first.
 */
const sendableFor = 20 * 3_600_000;

const isSendable = (attempt: Attempt): boolean => ageOf(attempt) < sendableFor;

type CreateParams = Stripe.PaymentIntentCreateParams;

export type StripeMethod = {
  type: NonNullable<CreateParams['allowed_payment_method_types']>[number];
  confirmation: (attempt: Attempt, facts: StartFacts) => Partial<CreateParams>;
  outcomeOf: (intent: Stripe.PaymentIntent) => Outcome;
};

/** Calls about attempts of one account. */
export type AccountAdapter = Required<Omit<Adapter, 'contractFor' | 'notice'>>;

/**
 * Payments by PaymentIntent (docs/payments.md#stripe-payments). An attempt's id is Stripe's idempotency key, so that a repetition
 * cannot charge twice.
 */
export const openAccount = (options: StripeOptions, account: StripeAccount, method: StripeMethod): AccountAdapter => {
  const stripe = clientOf(options, account);
  /** For polling only: a reader of an order should not wait long for a provider that does not reply. */
  const brief = { timeout: Math.min(options.timeout, 8_000), maxNetworkRetries: 0 };

  /**
   * Maps an error to an outcome. A rejected API key ends an attempt only when it is `new`: it does not prove that nothing was
   * sent before.
   */
  const failed = (thrown: unknown, about: 'new' | 'sent' = 'sent'): Outcome => {
    if (thrown instanceof Stripe.errors.StripeCardError)
      return {
        kind: 'declined',
        providerId: thrown.payment_intent?.id ?? null,
        reason: stripeReasonOf(thrown.decline_code, thrown.code),
      };
    const status = thrown instanceof Stripe.errors.StripeError ? (thrown.statusCode ?? 0) : 0;
    const open = about === 'new' ? [409, 429] : [401, 403, 409, 429];
    const definite = status >= 400 && status < 500 && !open.includes(status);
    const code = thrown instanceof Stripe.errors.StripeError ? (thrown.code ?? thrown.type) : 'no_answer';
    options.log(definite ? 'error' : 'warn', 'stripe_failed', { status, code });
    if (!definite) return { kind: 'unknown' };
    /* 400 and 404 are about the token of the visitor's form, others about our account. */
    const isInput = status === 400 || status === 404;
    return { kind: 'declined', providerId: null, reason: isInput ? 'wrong_input' : 'try_later' };
  };
  /** The outcome of an intent, if it belongs to this attempt; another attempt's intent proves nothing. */
  const judge = (attempt: Attempt, intent: Stripe.PaymentIntent): Outcome => {
    const { metadata, amount, currency, status } = intent;
    const { attempt_id, order_id } = metadata;
    const isForeign = attempt_id !== attempt.id || order_id !== attempt.order_id;
    const isExact = amount === attempt.amount && currency === 'jpy';
    /* A captured wrong amount is refunded; a visitor must not be asked to approve one. */
    if (!isForeign && (isExact || status !== 'requires_action')) return method.outcomeOf(intent);
    const field = isForeign ? 'metadata' : 'amount';
    options.log('error', 'stripe_intent_differs', { field, order: attempt.order_id });
    return { kind: 'unknown', answered: true };
  };
  const settled = (attempt: Attempt, work: Promise<Stripe.PaymentIntent>, about?: 'new'): Promise<Outcome> =>
    work.then(
      (intent) => judge(attempt, intent),
      (thrown) => failed(thrown, about),
    );

  const bare = (attempt: Attempt): CreateParams => ({
    amount: attempt.amount,
    currency: 'jpy',
    allowed_payment_method_types: [method.type],
    metadata: { order_id: attempt.order_id, attempt_id: attempt.id },
  });
  const send = (attempt: Attempt, facts: StartFacts): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.create(
      { ...bare(attempt), confirm: true, ...method.confirmation(attempt, facts) },
      { idempotencyKey: attempt.id },
    );
  /** Finds the intent by our metadata, among those created within a day of the attempt. Throws as Stripe's library. */
  const marked = async ({ id, created_at }: Attempt): Promise<Stripe.PaymentIntent | null> => {
    /* Ten minutes earlier, since clocks differ. */
    const gte = Math.floor(created_at.getTime() / 1000) - 600;
    for await (const intent of stripe.paymentIntents.list({ created: { gte, lte: gte + 86_400 }, limit: 100 }))
      if (intent.metadata.attempt_id === id) return intent;
    return null;
  };
  /** Used when a response was lost, or when Stripe replays a 500 for the key. */
  const find = async (attempt: Attempt): Promise<Outcome> => {
    try {
      const intent = await marked(attempt);
      if (intent) return judge(attempt, intent);
    } catch (thrown) {
      failed(thrown);
      return { kind: 'unknown' };
    }
    return ageOf(attempt) > lostAfter ? { kind: 'cancelled', providerId: null } : { kind: 'unknown' };
  };
  const sendOrFind = async (attempt: Attempt, facts: StartFacts): Promise<Outcome> => {
    if (!isSendable(attempt)) return find(attempt);
    const outcome = await settled(attempt, send(attempt, facts));
    return outcome.kind === 'unknown' ? find(attempt) : outcome;
  };
  /**
   * Money that an intent captured, and that of it which was refunded, is being refunded, or was taken back by the bank. Throws as Stripe's
   * library.
   */
  const sums = async ({ id, amount_received: captured }: Stripe.PaymentIntent): Promise<LedgerEntry> => {
    let [refunded, isDisputed, isLost] = [0, false, false];
    if (captured === 0) return nothing;
    for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }, brief))
      if (refund.status !== 'failed' && refund.status !== 'canceled') refunded += refund.amount;
    for await (const { amount, status } of stripe.disputes.list({ payment_intent: id, limit: 100 }, brief)) {
      if (status === 'lost') refunded += amount;
      isLost ||= status === 'lost';
      isDisputed ||= !['lost', 'won', 'prevented', 'warning_closed'].includes(status);
    }
    /* A refund and a lost dispute are money lost twice, which no refund can mend. */
    return { kind: 'known', captured, refunded: Math.min(captured, refunded), isDisputed, isLost };
  };
  const readLedger = async (attempt: Attempt): Promise<LedgerEntry> => {
    try {
      const { provider_id: id } = attempt;
      const intent = id ? await stripe.paymentIntents.retrieve(id, {}, brief) : await marked(attempt);
      if (intent && intent.metadata.attempt_id !== attempt.id) return { kind: 'silence' };
      return intent ? await sums(intent) : nothing;
    } catch (thrown) {
      if (thrown instanceof Stripe.errors.StripeError && thrown.code === 'resource_missing') return nothing;
      failed(thrown);
      return { kind: 'silence' };
    }
  };
  /** A refusal is final unless all money has gone back by another way. */
  const refused = async (attempt: Attempt, code: string): Promise<true | Refused> => {
    const entry = await readLedger(attempt);
    return (entry.kind === 'known' && entry.captured > 0 && entry.captured <= entry.refunded) || { refused: code };
  };
  /** The result of a refund that Stripe has accepted, or of the error that it threw. */
  const refundResult = async (attempt: Attempt, work: Promise<Stripe.Refund>): Promise<boolean | Refused> => {
    try {
      const { status, failure_reason } = await work;
      if (status !== 'failed' && status !== 'canceled') return true;
      return refused(attempt, failure_reason ?? status);
    } catch (thrown) {
      const isFinal = failed(thrown).kind === 'declined' && thrown instanceof Stripe.errors.StripeError;
      return isFinal && refused(attempt, thrown.code ?? thrown.type);
    }
  };
  /** Finds the refund of a part by our metadata, since Stripe may forget its key; else makes it. Throws as Stripe's library. */
  const findOrRefund = async (payment_intent: string, { id, amount }: Part): Promise<Stripe.Refund> => {
    for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 }))
      if (refund.metadata?.part_id === id) return refund;
    const params = { payment_intent, amount, metadata: { part_id: id } };
    return stripe.refunds.create(params, { idempotencyKey: `part-${id}` });
  };
  const retrieve = (attempt: Attempt, id: string): Promise<Outcome> =>
    settled(attempt, stripe.paymentIntents.retrieve(id, {}, brief));
  /** The intent that a notice named. It may name any: one that our account does not have proves nothing about the attempt. */
  const retrieveNoticed = async (attempt: Attempt, id: string): Promise<Outcome> => {
    const outcome = await retrieve(attempt, id);
    const isForeign = outcome.kind === 'declined' && outcome.providerId === null;
    return isForeign ? { kind: 'unknown', answered: true } : outcome;
  };
  const cancel = async (attempt: Attempt, id: string): Promise<Outcome> => {
    const outcome = await settled(attempt, stripe.paymentIntents.cancel(id));
    return outcome.kind === 'declined' ? retrieve(attempt, id) : outcome;
  };

  return {
    start: (attempt, facts) => settled(attempt, send(attempt, facts), 'new'),
    poll: async (attempt, facts) => {
      const { provider_id: known, data } = attempt;
      if (known) return facts.isNotice ? retrieveNoticed(attempt, known) : retrieve(attempt, known);
      const noticed = data?.noticed_id && (await retrieveNoticed(attempt, data.noticed_id));
      return noticed && (noticed.kind !== 'unknown' || facts.isNotice) ? noticed : sendOrFind(attempt, facts);
    },

    cancel: async (attempt, facts) => {
      const { provider_id: known, data } = attempt;
      if (known) return cancel(attempt, known);
      const noticed = data?.noticed_id && (await retrieveNoticed(attempt, data.noticed_id));
      if (noticed && noticed.kind === 'paid') return noticed;
      /* No id is known. The idempotency key is used for an intent that cannot charge; if that is refused, the key was used for
         the real one. An old key may be forgotten, so nothing but a search finds the real one. */
      try {
        if (isSendable(attempt)) {
          const intent = await stripe.paymentIntents.create(bare(attempt), { idempotencyKey: attempt.id });
          return await cancel(attempt, intent.id);
        }
      } catch (thrown) {
        if (!(thrown instanceof Stripe.errors.StripeIdempotencyError)) return failed(thrown);
      }
      const real = await sendOrFind(attempt, facts);
      const waits = real.kind === 'requires_action' || real.kind === 'redirect';
      return waits && real.providerId ? cancel(attempt, real.providerId) : real;
    },

    refund: async (attempt) => {
      if (!attempt.provider_id) return false;
      /* Stripe repeats its answer to a key, also a refusal, or a success that has failed since. */
      const suffix = attempt.alarmed_at ? `-${attempt.alarmed_at.getTime()}` : '';
      const key = { idempotencyKey: `refund-${attempt.id}${suffix}` };
      return refundResult(attempt, stripe.refunds.create({ payment_intent: attempt.provider_id }, key));
    },
    refundPart: async (attempt, part) =>
      attempt.provider_id !== null && refundResult(attempt, findOrRefund(attempt.provider_id, part)),

    readLedger,
  };
};
