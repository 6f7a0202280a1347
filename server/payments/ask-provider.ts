import { sql } from 'kysely';
import { liveStates } from '#server/db/scoped.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt, Outcome, ProviderData, StartFacts } from '#server/payments/providers/adapter.ts';
import { providerOf } from '#server/payments/providers/contract-owners.ts';
import { pass } from '#server/shared/failpoints.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { endWanted, shareLookUp, type TakenAttempt, takeLookUp, type Urgency, wantLookUp } from './look-ups.ts';
import { returnReference } from './return-references.ts';
import { applyOutcome, saveData } from './settle.ts';

type About = Pick<StartFacts, 'lang' | 'site'> & Partial<Pick<StartFacts, 'returned' | 'isNotice'>>;

/** Calls the provider about an attempt and stores the outcome, which is returned. `cancel` ends the attempt. */
const call = async (
  deps: PaymentDeps,
  attempt: Attempt,
  how: 'start' | 'poll' | 'cancel',
  { site, lang, returned = {}, isNotice = false }: About,
): Promise<Outcome> => {
  const adapter = deps.payments[attempt.method];
  if (!adapter) return { kind: 'unknown' };
  const api = `${attempt.return_base}${apiPrefix}`;
  const returnUrl = `${api}/payment-return/${attempt.method}?r=${returnReference(deps.tokens, attempt)}`;
  const noticeUrl = `${api}/webhooks/${providerOf(attempt.method) ?? 'none'}`;
  const save: StartFacts['save'] = (data) => saveData(deps, attempt.id, data);
  const facts = { site, lang, returnUrl, noticeUrl, returned, isNotice, save };
  const outcome = await deps.admissionQueue.outside(() => adapter[how](attempt, facts));
  pass(how === 'cancel' ? 'abandoned_asked' : 'provider_answered');
  await applyOutcome(deps, attempt.id, outcome, attempt);
  return outcome;
};

/** Sends a new attempt to its provider. */
export const startPayment = (
  deps: PaymentDeps,
  attempt: Attempt,
  order: Pick<About, 'lang' | 'site'>,
): Promise<Outcome> => call(deps, attempt, 'start', order);

type Question = { how?: 'poll' | 'cancel'; urgency: Urgency; noticed?: ProviderData } & Partial<
  Pick<StartFacts, 'returned' | 'isNotice'>
>;

/** Makes a look-up that `takeLookUp` allowed. */
const lookUp = async (deps: PaymentDeps, attempt: TakenAttempt, question: Question): Promise<Outcome> => {
  const { lang, site, ...now } = attempt;
  const returned = { ...now.returned, ...question.returned };
  /* After a return a visitor waits, too. */
  const isNotice = question.isNotice === true && Object.keys(returned).length === 0;
  const outcome = await call(deps, now, question.how ?? 'poll', { lang, site, returned, isNotice });
  const isSilent = outcome.kind === 'unknown' && !outcome.answered;
  if (now.look_wanted_at && !isSilent) await endWanted(deps.db, now.id);
  return outcome;
};

/**
 * Looks an attempt up at its provider and stores the outcome, or with `cancel` ends the attempt, at most once in two seconds
 * (docs/payments.md#look-ups). A poll that comes too early shares the look-up that runs in this process; where none does, the outcome is
 * open and what the last one found is stored. `returned`: parameters of the browser's return; `isNotice`: caused by a notice;
 * `noticed`: what that says, which the next look-up knows where this one comes too early.
 */
export const askProvider = async (deps: PaymentDeps, attempt: Attempt, question: Question): Promise<Outcome> => {
  const { how = 'poll', urgency, returned = {}, noticed } = question;
  const { id } = attempt;
  const taken = await takeLookUp(deps.db, id, urgency);
  if (taken) {
    const work = lookUp(deps, noticed ? { ...taken, data: { ...taken.data, ...noticed } } : taken, question);
    return how === 'poll' ? shareLookUp(deps.lookUps, id, work) : work;
  }
  if (how === 'poll' && urgency === 'now') await wantLookUp(deps.db, id, { returned, noticed });
  const running = how === 'poll' ? deps.lookUps.get(id) : undefined;
  const outcome = running && (await deps.admissionQueue.outside(() => running));
  return outcome ?? { kind: 'unknown', answered: true };
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
export const askOnRead = async (deps: PaymentDeps, orderId: string): Promise<void> => {
  const due = await deps.db
    .updateTable('payments')
    .set({ asked_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('state', 'in', liveStates)
    .where('asked_at', '<', sql<Date>`now() - interval '2 seconds'`)
    .returningAll()
    .executeTakeFirst();
  if (due) await askProvider(deps, due, { urgency: 'due' });
};

/** Cancels or settles an order's live attempt. Returns false when the provider gave no conclusive reply. */
export const cancelLive = async (deps: PaymentDeps, orderId: string): Promise<boolean> => {
  const attempt = await liveAttempt(deps, orderId);
  return !attempt || (await askProvider(deps, attempt, { how: 'cancel', urgency: 'now' })).kind !== 'unknown';
};
