import type { SandboxContext } from '../context.ts';
import type { Params } from '../params.ts';
import { invalidParam } from './errors.ts';
import { disputeView, paymentIntentView, refundView } from './views.ts';

/** GET /v1/payment_intents, newest first; `created[gte]` … and `starting_after` as in Stripe. */
export function listPaymentIntents(context: SandboxContext, params: Params) {
  params.only('limit', 'starting_after', 'created', 'expand');
  const rows = page(context.ledger.all('payment_intent'), params);
  return { ...rows, url: '/v1/payment_intents', data: rows.data.map((row) => paymentIntentView(row, context.base())) };
}

/** GET /v1/refunds, newest first, of one payment when `payment_intent` is given. */
export function listRefunds(context: SandboxContext, params: Params) {
  params.only('limit', 'starting_after', 'created', 'payment_intent', 'expand');
  const payment = params.text('payment_intent');
  const all = context.ledger.all('refund').filter((refund) => payment === null || refund.payment_intent === payment);
  const rows = page(all, params);
  return { ...rows, url: '/v1/refunds', data: rows.data.map(refundView) };
}

/** GET /v1/disputes, newest first, of one payment when `payment_intent` is given. */
export function listDisputes(context: SandboxContext, params: Params) {
  params.only('limit', 'starting_after', 'created', 'payment_intent');
  const payment = params.text('payment_intent');
  const all = context.ledger.all('dispute').filter((one) => payment === null || one.payment_intent === payment);
  const rows = page(all, params);
  return { ...rows, url: '/v1/disputes', data: rows.data.map(disputeView) };
}

function page<Row extends { id: string; created: number }>(all: Row[], params: Params) {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalidParam('limit', 'Limit must be between 1 and 100.');
  const created = params.group('created');
  created.only('gt', 'gte', 'lt', 'lte');
  const above = Math.max(created.integer('gte') ?? 0, (created.integer('gt') ?? -1) + 1);
  const below = Math.min(created.integer('lte') ?? Infinity, (created.integer('lt') ?? Infinity) - 1);
  const rows = all.toReversed().filter((row) => row.created >= above && row.created <= below);
  const after = params.text('starting_after');
  const cursor = after === null ? -1 : rows.findIndex(({ id }) => id === after);
  if (after !== null && cursor < 0) {
    throw invalidParam('starting_after', `No such object: '${after.slice(0, 100)}'`, 'resource_missing');
  }
  const start = cursor + 1;
  return { object: 'list' as const, has_more: rows.length > start + limit, data: rows.slice(start, start + limit) };
}
