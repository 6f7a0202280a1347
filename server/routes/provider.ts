import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '#server/deps.ts';
import { completionOf } from '#server/domain/tickets.ts';
import { Problem } from '#server/http/problem.ts';
import { readBytes } from '#server/http/read.ts';
import type { Variables } from '#server/http/route.ts';
import type { Attempt } from '#server/payments/adapter.ts';
import { settle } from '#server/payments/ask.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { attemptOfReturn } from './checkout.ts';

const largestNotice = 256 * 1024;

const isLive = ({ state }: Attempt): boolean => state === 'started' || state === 'requires_action';

const attemptOf = async (deps: Deps, providerId: string | null, attemptId: string | null) => {
  const named = attemptId && /^[0-9a-f-]{36}$/.test(attemptId) ? attemptId : null;
  return deps.db
    .selectFrom('payments')
    .selectAll()
    .where(({ or, eb }) =>
      or([...(providerId ? [eb('provider_id', '=', providerId)] : []), ...(named ? [eb('id', '=', named)] : [])]),
    )
    .executeTakeFirst();
};

/**
 * A notice only says that something happened; what happened is asked from the provider, so that lost, repeated, old and
 * disordered notices all end the same (quality-bars R5).
 */
const takeNotice = async (deps: Deps, c: Context<Variables>): Promise<Response> => {
  const raw = await readBytes(c.req.raw, largestNotice);
  const notice = await deps.payments.stripe_secure?.notice?.(raw, c.req.header('stripe-signature') ?? '');
  if (!notice) throw new Problem('bad_request', { detail: 'The signature does not fit.' });
  const seen = await deps.db
    .selectFrom('webhook_events')
    .select('id')
    .where('provider', '=', 'stripe')
    .where('id', '=', notice.eventId)
    .executeTakeFirst();
  const attempt = seen ? undefined : await attemptOf(deps, notice.providerId, notice.attemptId);
  if (attempt && attempt.state !== 'paid' && attempt.state !== 'refunded') {
    const about = { ...attempt, provider_id: attempt.provider_id ?? notice.providerId };
    const outcome = await settle(deps, about, 'ask');
    if (outcome.kind === 'unknown' && !outcome.answered) throw new Problem('connection_error', { retryAfter: 60 });
  }
  await deps.db
    .insertInto('webhook_events')
    .values({ provider: 'stripe', id: notice.eventId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return c.json({ received: true });
};

/** The browser comes back: verified with the provider, then sent on to the app with a reference, never with a result. */
const comeBack = async (deps: Deps, c: Context<Variables>): Promise<Response> => {
  const type = c.req.param('type');
  const r = c.req.query('r') ?? '';
  if (!v.is(MethodSchema, type)) throw new Problem('token_not_found');
  const attempt = await attemptOfReturn(deps, c.var.site, r);
  if (isLive(attempt)) await settle(deps, attempt, 'ask');
  const paid = await completionOf(deps.db, deps.vault, attempt.order_id);
  const { state } = await deps.db
    .selectFrom('payments')
    .select('state')
    .where('id', '=', attempt.id)
    .executeTakeFirstOrThrow();
  const word = paid ? 'success' : state === 'started' || state === 'requires_action' ? 'checking' : 'failure';
  return new Response(null, {
    status: 303,
    headers: {
      location: `${c.var.base}/#/payment-callback/${type}/${word}?r=${encodeURIComponent(r)}`,
      'cache-control': 'no-store',
    },
  });
};

/** What providers call, and where they send the browser back to. */
export const providerRoutes = (app: Hono<Variables>, deps: Deps): void => {
  app.post('/webhooks/stripe', (c) => takeNotice(deps, c));
  app.on(['GET', 'POST'], '/payment-return/:type', (c) => comeBack(deps, c));
};
