import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import { isLive, paymentsWithOrders } from '#server/db/scoped.ts';
import { partialCompletionOf } from '#server/orders/orders.ts';
import { wantComparison } from '#server/payments/alarms.ts';
import { askProvider } from '#server/payments/ask-provider.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { wasPaid } from '#server/payments/paid.ts';
import type { Attempt, Notice, Outcome, Verdict } from '#server/payments/providers/adapter.ts';
import { methodsOf, type Provider, providers } from '#server/payments/providers/contract-owners.ts';
import { attemptOfReturn, issueReference } from '#server/payments/return-references.ts';
import { applyOutcome, saveData } from '#server/payments/settle.ts';
import { isSecondPayment, isUnapplied, storeUnapplied } from '#server/payments/unapplied.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { pass } from '#server/shared/failpoints.ts';
import { formOf } from '#server/shared/form.ts';
import { Problem } from '#server/shared/problem.ts';
import { rootOf } from '#server/shared/site-address.ts';
import { maxBody, readBytes } from '#server/web/http/read.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { type Method, MethodSchema } from '#src/domain/payment.ts';

const Uuid = v.pipe(v.string(), v.uuid());

/** The method whose adapter verifies a provider's notices, and the reply that the provider takes as accepted. */
const noticeProviders = {
  stripe: { method: 'stripe_secure', thanks: '{"received":true}', type: 'application/json' },
  gmo: { method: 'gmo', thanks: '0', type: 'text/plain' },
  softbank: { method: 'softbank_credit', thanks: 'OK,', type: 'text/plain' },
} as const satisfies Record<Provider, { method: Method; thanks: string; type: string }>;

const refuse = () => new Problem('bad_request', { detail: 'The signature or the shape of the notice does not fit.' });

/**
 * The attempt that a notice names by our id, or else by the provider's, among those made with that provider, whose contract verifies
 * it. Throws when it names some, but none whose contract does.
 */
const attemptOf = async (deps: { db: Db }, provider: Provider, { providerId, attemptId, isFor }: Notice) => {
  const named = v.is(Uuid, attemptId) ? attemptId : null;
  if (providerId === null && named === null) return undefined;
  const found = await paymentsWithOrders(deps.db)
    .selectAll('payments')
    .select('orders.site')
    .where('method', 'in', methodsOf(provider))
    .where(({ eb }) => (named === null ? eb('provider_id', '=', providerId) : eb('payments.id', '=', named)))
    .execute();
  for (const row of found) if (await isFor(row, row.site)) return row;
  if (found.length > 0) throw refuse();
  return undefined;
};

/** Applies the outcome that a notice proves, or polls the provider. */
const applyNotice = async (deps: PaymentDeps, attempt: Attempt, notice: Notice, verdict: Verdict): Promise<Outcome> => {
  if (isSecondPayment(attempt, notice)) {
    if (notice.paid) await storeUnapplied(deps, deps.db, attempt, notice.paid);
    return notice.paid ?? { kind: 'unknown', answered: true };
  }
  if (verdict.kind !== 'poll') {
    await applyOutcome(deps, attempt.id, verdict);
    return verdict;
  }
  if (Object.keys(verdict.data).length > 0) await saveData(deps, attempt.id, verdict.data);
  const noticed = notice.providerId === null ? {} : { noticed: { noticed_id: notice.providerId } };
  return askProvider(deps, attempt, { urgency: 'now', isNotice: true, ...noticed });
};

/**
 * A notice only reports that something happened. The outcome is polled, or taken from the notice where the provider signs it and
 * cannot be polled, so lost, repeated, old and reordered notices have the same result.
 */
const takeNotice = async (
  deps: PaymentDeps,
  c: Context<Variables>,
  provider: Provider,
  raw: Uint8Array,
): Promise<Response> => {
  const { method, thanks, type } = noticeProviders[provider];
  const notice = await deps.payments[method]?.notice?.(raw, c.req.raw.headers);
  if (!notice) throw refuse();
  const attempt = await attemptOf(deps, provider, notice);
  /* A result of a payment that is not ours. The form named the address of its site, so that site's contract must have signed it. */
  if (!attempt && notice.contract !== undefined) {
    if (await notice.isFor({ data: { contract: notice.contract } }, c.get('site')))
      deps.log('error', 'notice_without_payment', { provider, about: notice.about ?? null });
    throw refuse();
  }
  const verdict = attempt && (notice.judge ? notice.judge(attempt) : ({ kind: 'poll', data: {} } as const));
  if (verdict === null) throw refuse();
  const isOver = attempt && wasPaid(attempt);
  if (attempt && isOver && notice.isAboutMoney) await wantComparison(deps.db, attempt.id);
  /* Repetitions are not recognised: an outcome counts once, and look-ups have their own limit. So nothing is stored for a notice. */
  if (attempt && verdict && (!isOver || verdict.kind === 'paid' || isSecondPayment(attempt, notice))) {
    const outcome = await applyNotice(deps, attempt, notice, verdict);
    pass('notice_taken');
    if (outcome.kind === 'unknown' && !outcome.answered) throw new Problem('connection_error', { retryAfter: 60 });
    if (outcome.kind === 'paid' && (await isUnapplied(deps.db, attempt.id, outcome.providerId)))
      throw new Problem('bad_request', { status: 409, detail: 'Another payment has this id, or the order is paid.' });
  }
  return c.body(thanks, 200, { 'content-type': type });
};

/** `publicUrl`: origin of links; null in development, where the request has it. */
type ReturnDeps = PaymentDeps & { publicUrl: string | null };

/**
 * Parameters of a return that are stored, and their longest values, characters: those of SB Payment Service, of GMO's identity check, of
 * PayPay by GMO, and of Stripe, which only shows that the visitor has returned. Anybody can invent others.
 */
const maxReturnedLengths = new Map<string, number>([
  ['came', 40],
  ['MD', 200],
  ['event', 200],
  ['param', 16_000],
  ['Status', 200],
  ['redirect_status', 40],
]);

const isKnown = ([name, value]: [string, string]): boolean => value.length <= (maxReturnedLengths.get(name) ?? -1);

const knownIn = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(isKnown));

/** Parameters of the browser's return: those of its query and, for a POST, of the form's fields. */
const returnedIn = async (c: Context<Variables>): Promise<Record<string, string>> => {
  const query = knownIn(c.req.query());
  if (c.req.method !== 'POST') return query;
  const form = formOf(await readBytes(c.req.raw, maxBody));
  return { ...query, ...knownIn(Object.fromEntries(form)) };
};

/**
 * Handles the browser's return: polls the provider, then redirects to the app with a new short reference, never with a result.
 * The reference in the return address is known to the provider and its logs, so it stays out of the app's address.
 */
const handleReturn = async (
  deps: ReturnDeps,
  c: Context<Variables>,
  returned: Record<string, string>,
): Promise<Response> => {
  const type = c.req.param('type');
  if (!v.is(MethodSchema, type)) throw new Problem('token_not_found');
  const attempt = await attemptOfReturn(deps.db, c.req.query('r') ?? '');
  if (attempt.method !== type) throw new Problem('token_not_found');
  if (isLive(attempt.state)) {
    const outcome = await askProvider(deps, attempt, { urgency: 'now', returned });
    if (outcome.kind === 'redirect' && outcome.next && outcome.redirect.method === 'GET')
      return c.redirect(outcome.redirect.url, 303);
  }
  const paid = await partialCompletionOf(deps.db, attempt.order_id);
  const { state, lang } = await paymentsWithOrders(deps.db)
    .select(['payments.state', 'orders.lang'])
    .where('payments.id', '=', attempt.id)
    .executeTakeFirstOrThrow();
  const result = paid ? 'success' : isLive(state) ? 'checking' : 'failure';
  const r = await issueReference(deps, attempt.id);
  const isHere = attempt.site === c.get('site');
  const base = isHere ? c.get('base') : rootOf(deps.sites, attempt.site, deps.publicUrl ?? new URL(c.req.url).origin);
  /* It may be another browser than the one that paid, and not know the visitor's language. */
  return c.redirect(`${base}/?lang=${lang}#/payment-callback/${type}/${result}?r=${r}`, 303);
};

/**
 * Redirects a return that cannot be verified to the page that polls the outcome, so that visitors never see a problem document. A
 * failed form is followed by a GET of the same address; a GET that failed on our side gets the waiting page, which repeats it.
 */
const sendToCallback = (c: Context<Variables>, thrown: unknown): Response => {
  if (!(thrown instanceof Problem)) throw thrown;
  const isUnknown = thrown.code === 'token_not_found';
  if (c.req.method === 'GET' && thrown.status >= 500) throw thrown;
  const type = v.is(MethodSchema, c.req.param('type')) ? c.req.param('type') : 'order';
  const again = `${c.get('base')}${apiPrefix}/payment-return/${type}?r=${encodeURIComponent(c.req.query('r') ?? '')}`;
  const unknown = `${c.get('base')}/#/payment-callback/${type}/unknown?r=`;
  return c.redirect(c.req.method === 'POST' && !isUnknown ? again : unknown, 303);
};

/** Endpoints that providers call, and to which they send browsers back. */
export const providerRoutes = (app: Hono<Variables>, deps: ReturnDeps & { admissionQueue: AdmissionQueue }): void => {
  const admit = (c: Context<Variables>, work: () => Promise<Response>) =>
    deps.admissionQueue.admit('payment', c.get('address'), work);
  /* Bodies are read before admission, so that a slow one occupies no place. */
  const notices = (provider: Provider) => async (c: Context<Variables>) => {
    const raw = await readBytes(c.req.raw, maxBody);
    return admit(c, () => takeNotice(deps, c, provider, raw));
  };
  for (const provider of providers) app.post(`/webhooks/${provider}`, notices(provider));
  app.on(['GET', 'POST'], '/payment-return/:type', async (c) => {
    try {
      const returned = await returnedIn(c);
      return await admit(c, () => handleReturn(deps, c, returned));
    } catch (thrown) {
      return sendToCallback(c, thrown);
    }
  });
};
