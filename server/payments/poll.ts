import { sql } from 'kysely';
import { liveStates } from '#server/db/live-attempts.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt, Outcome, StartFacts } from '#server/providers/adapter.ts';
import { pass } from '#server/shared/failpoints.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Method } from '#src/domain/payment.ts';
import { returnReference } from './return-reference.ts';
import { applyOutcome, saveData } from './settle.ts';

/** The address to which the provider sends the browser back: our API, with the reference of this attempt. */
const returnUrlOf = (deps: PaymentDeps, attempt: Attempt): string =>
  `${attempt.return_base}${apiPrefix}/payment-return/${attempt.method}?r=${returnReference(deps.tokens, attempt)}`;

type Known = Pick<StartFacts, 'lang' | 'site'>;

/** `poll` queries while the visitor waits, `cancel` ends the attempt, `start` begins a new one. */
type How = 'start' | 'poll' | 'cancel';

/** Webhook path by method; other methods have no notices. */
export const noticeProvider: Partial<Record<Method, string>> = {
  stripe: 'stripe',
  stripe_secure: 'stripe',
  alipay: 'stripe',
  gmo: 'gmo',
  gmo_paypay: 'gmo',
  softbank_credit: 'softbank',
  softbank_paypay: 'softbank',
  softbank_alipay: 'softbank',
};

/**
 * Calls the provider about an attempt and stores the outcome, which is returned. `returned`: parameters of the browser's return;
 * `isNotice`: the call was caused by a notice; `order`: its language and site where they are known.
 */
export const settle = async (
  deps: PaymentDeps,
  attempt: Attempt,
  how: How,
  {
    returned = {},
    isNotice = false,
    order,
  }: Partial<Pick<StartFacts, 'returned' | 'isNotice'>> & { order?: Known } = {},
): Promise<Outcome> => {
  const adapter = deps.payments[attempt.method];
  if (!adapter) return { kind: 'unknown' };
  const { lang, site } =
    order ??
    (await deps.db
      .selectFrom('orders')
      .select(['lang', 'site'])
      .where('id', '=', attempt.order_id)
      .executeTakeFirstOrThrow());
  const noticeUrl = `${attempt.return_base}${apiPrefix}/webhooks/${noticeProvider[attempt.method] ?? 'none'}`;
  const save: StartFacts['save'] = (data) => saveData(deps, attempt.id, data);
  const facts = { site, lang, returnUrl: returnUrlOf(deps, attempt), noticeUrl, returned, isNotice, save };
  const outcome = await deps.admissionQueue.outside(() => adapter[how](attempt, facts));
  pass(how === 'cancel' ? 'abandoned_asked' : 'provider_answered');
  await applyOutcome(deps, attempt.id, outcome, attempt);
  return outcome;
};

/** The attempt of an order that may still become a payment. */
export const liveAttempt = async (deps: PaymentDeps, orderId: string): Promise<Attempt | undefined> =>
  deps.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', liveStates)
    .executeTakeFirst();

/** Polls the live attempt of an order, at most once in two seconds however often the order is read. */
export const settleOnRead = async (deps: PaymentDeps, orderId: string): Promise<void> => {
  const due = await deps.db
    .updateTable('payments')
    .set({ asked_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('state', 'in', liveStates)
    .where('asked_at', '<', sql<Date>`now() - interval '2 seconds'`)
    .returningAll()
    .executeTakeFirst();
  if (due) await settle(deps, due, 'poll');
};

/** Cancels or settles an order's live attempt. Returns false when the provider gave no conclusive reply. */
export const cancelLive = async (deps: PaymentDeps, orderId: string): Promise<boolean> => {
  const attempt = await liveAttempt(deps, orderId);
  return !attempt || (await settle(deps, attempt, 'cancel')).kind !== 'unknown';
};
