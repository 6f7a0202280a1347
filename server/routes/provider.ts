import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '#server/deps.ts';
import { completionOf } from '#server/domain/tickets.ts';
import { pass } from '#server/failpoints.ts';
import { Problem } from '#server/http/problem.ts';
import { readBytes } from '#server/http/read.ts';
import type { Variables } from '#server/http/route.ts';
import type { Attempt, Notice, Outcome } from '#server/payments/adapter.ts';
import { noticeDoors, settle } from '#server/payments/ask.ts';
import { applyOutcome } from '#server/payments/settle.ts';
import { type Method, MethodSchema, methods } from '#src/domain/payment.ts';
import { attemptOfReturn } from './checkout.ts';

const largestNotice = 256 * 1024;
const largestReturn = 64 * 1024;
const Uuid = v.pipe(v.string(), v.uuid());

const isLive = ({ state }: Attempt): boolean => state === 'started' || state === 'requires_action';

/** Whose notices are checked by which method's adapter, and the answer each provider takes for "understood". */
const doors = {
  stripe: { method: 'stripe_secure', thanks: '{"received":true}', type: 'application/json' },
  gmo: { method: 'gmo', thanks: '0', type: 'text/plain' },
  softbank: { method: 'softbank_credit', thanks: 'OK,', type: 'text/plain' },
} as const satisfies Record<string, { method: Method; thanks: string; type: string }>;

/** In: who gave the notice. Out: the attempt it is about, among those made with that very provider. */
const attemptOf = async (deps: Deps, provider: keyof typeof doors, { providerId, attemptId }: Notice) => {
  const named = v.is(Uuid, attemptId) ? attemptId : null;
  if (providerId === null && named === null) return undefined;
  return deps.db
    .selectFrom('payments')
    .selectAll()
    .where(
      'method',
      'in',
      methods.filter((method) => noticeDoors[method] === provider),
    )
    .where(({ or, eb }) =>
      or([...(providerId ? [eb('provider_id', '=', providerId)] : []), ...(named ? [eb('id', '=', named)] : [])]),
    )
    .executeTakeFirst();
};

/** What a notice says itself is written down where it is proof; otherwise the provider is asked. */
const heed = async (deps: Deps, attempt: Attempt, { providerId, outcome }: Notice): Promise<Outcome> => {
  if (!outcome)
    return settle(deps, { ...attempt, provider_id: attempt.provider_id ?? providerId }, 'ask', { isNotice: true });
  await applyOutcome(deps, attempt.id, outcome);
  return outcome;
};

/**
 * A notice only says that something happened; what happened is asked from the provider, or read from it where it is
 * signed, so that lost, repeated, old and disordered notices all end the same (quality-bars R5).
 */
const takeNotice = async (deps: Deps, c: Context<Variables>, provider: keyof typeof doors): Promise<Response> => {
  const { method, thanks, type } = doors[provider];
  const raw = await readBytes(c.req.raw, largestNotice);
  const notice = await deps.payments[method]?.notice?.(raw, c.req.raw.headers);
  if (!notice) throw new Problem('bad_request', { detail: 'The signature does not fit.' });
  const seen = await deps.db
    .selectFrom('webhook_events')
    .select('id')
    .where('provider', '=', provider)
    .where('id', '=', notice.eventId)
    .executeTakeFirst();
  const attempt = seen ? undefined : await attemptOf(deps, provider, notice);
  if (attempt && attempt.state !== 'paid' && attempt.state !== 'refunded') {
    const outcome = await heed(deps, attempt, notice);
    pass('notice_taken');
    if (outcome.kind === 'unknown' && !outcome.answered) throw new Problem('connection_error', { retryAfter: 60 });
  }
  /* What is about no attempt of ours has no effect to repeat; kept, anybody could fill the database where none is signed. */
  if (attempt)
    await deps.db
      .insertInto('webhook_events')
      .values({ provider, id: notice.eventId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return c.body(thanks, 200, { 'content-type': type });
};

/** What the browser brought back: its query and, when it was sent by a form, the form's fields. */
const returnedIn = async (c: Context<Variables>): Promise<Record<string, string>> => {
  const { r: _, ...query } = c.req.query();
  if (c.req.method !== 'POST') return query;
  const form = new URLSearchParams(Buffer.from(await readBytes(c.req.raw, largestReturn)).toString('latin1'));
  return { ...query, ...Object.fromEntries(form) };
};

/** The browser comes back: verified with the provider, then sent on to the app with a reference, never with a result. */
const comeBack = async (deps: Deps, c: Context<Variables>): Promise<Response> => {
  const type = c.req.param('type');
  const r = c.req.query('r') ?? '';
  if (!v.is(MethodSchema, type)) throw new Problem('token_not_found');
  const attempt = await attemptOfReturn(deps, c.get('site'), r);
  const returned = await returnedIn(c);
  const headers = { 'cache-control': 'no-store' };
  if (isLive(attempt)) {
    const outcome = await settle(deps, attempt, 'ask', { returned });
    if (outcome.kind === 'redirect' && outcome.next && outcome.leave.method === 'GET')
      return new Response(null, { status: 303, headers: { ...headers, location: outcome.leave.url } });
  }
  const paid = await completionOf(deps.db, deps.vault, attempt.order_id);
  const { state, lang } = await deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.state', 'orders.lang'])
    .where('payments.id', '=', attempt.id)
    .executeTakeFirstOrThrow();
  const word = paid ? 'success' : state === 'started' || state === 'requires_action' ? 'checking' : 'failure';
  /* It may be another browser than the one that left, which does not know the visitor's language. */
  const location = `${c.get('base')}/?lang=${lang}#/payment-callback/${type}/${word}?r=${encodeURIComponent(r)}`;
  return new Response(null, { status: 303, headers: { ...headers, location } });
};

/**
 * A return that cannot be verified: the visitor still gets to the page that says what is known and asks again, never to a
 * problem document. A GET that failed on our side is answered by the waiting page, which repeats it.
 */
const sendToCallback = (c: Context<Variables>, thrown: unknown): Response => {
  const isRepeatable = c.req.method === 'GET' && thrown instanceof Problem && thrown.status >= 500;
  if (!(thrown instanceof Problem) || isRepeatable) throw thrown;
  const type = v.is(MethodSchema, c.req.param('type')) ? c.req.param('type') : 'order';
  const r = encodeURIComponent(c.req.query('r') ?? '');
  const location = `${c.get('base')}/#/payment-callback/${type}/unknown?r=${r}`;
  return new Response(null, { status: 303, headers: { 'cache-control': 'no-store', location } });
};

/** What providers call, and where they send the browser back to. */
export const providerRoutes = (app: Hono<Variables>, deps: Deps): void => {
  const first = (work: () => Promise<Response>) => deps.gate.admit('purchase', work);
  app.post('/webhooks/stripe', (c) => first(() => takeNotice(deps, c, 'stripe')));
  app.post('/webhooks/gmo', (c) => first(() => takeNotice(deps, c, 'gmo')));
  app.post('/webhooks/softbank', (c) => first(() => takeNotice(deps, c, 'softbank')));
  app.on(['GET', 'POST'], '/payment-return/:type', (c) =>
    first(() => comeBack(deps, c)).catch((thrown) => sendToCallback(c, thrown)),
  );
};
