import * as v from 'valibot';
import { isUnmatched } from '#server/operators/commands/cli.ts';
import { rowOf } from './arrange.ts';
import { postToSandbox } from './buyer.ts';
import { allNotified } from './every-method.ts';
import type { Ops } from './ops.ts';
import type { Shop } from './shop.ts';

/** The payment of the order with this number; it has one. */
export const paymentOf = async (shop: Shop, reservation_number: string) => {
  const { id } = await rowOf(shop, 'orders', { reservation_number });
  return rowOf(shop, 'payments', { order_id: id });
};

/** The buyer's bank disputes the payment of an order, or decides about it. */
export const dispute = async (shop: Shop, number: string, status: 'needs_response' | 'won' | 'lost') => {
  await postToSandbox(shop, `payment_intents/${(await paymentOf(shop, number)).provider_id}/dispute`, { status });
  await allNotified(shop);
};

/** The bank ends the newest refund, days after it was asked for. */
export const endRefund = async (shop: Shop, result: 'succeeded' | 'failed') => {
  const refund = shop.sandbox.sandbox.ledger.all('refund').at(-1);
  await postToSandbox(shop, `refunds/${refund?.id}/settle`, { result });
  await allNotified(shop);
};

const Unmatched = v.looseObject({ kind: v.string(), order: v.string(), number: v.nullable(v.string()) });
const Reconciled = v.object({ unmatched: v.array(Unmatched) });

/** The orders that `reconcile` lists, its text, and whether the command fails by them. */
export const reconcileNow = async (ops: Ops, input: object = {}) => {
  const reply = await ops.run('reconcile', input);
  return { rows: v.parse(Reconciled, reply).unmatched, said: reply.said, isRed: isUnmatched(reply) };
};
