import { expect, test } from 'vitest';
import { judgePaid } from './paid.ts';
import type { Paid } from './providers/adapter.ts';

const held = {
  state: 'requires_action',
  provider_id: 'p1',
  amount: 4000,
  total: 4000,
  status: 'checking',
  anonymised_at: null,
  is_late: false,
  is_taken: false,
} as const;
const paid: Paid = { kind: 'paid', providerId: 'p1', amount: 4000, currency: 'jpy' };
type Row = Parameters<typeof judgePaid>[0];

test.each<[string, Partial<Row>, Partial<Paid>, ReturnType<typeof judgePaid>]>([
  ['an exact payment of a held order', {}, {}, 'sale'],
  ['of an order that is open again', { status: 'open' }, {}, 'sale'],
  ['of an attempt that was declined before', { state: 'declined', status: 'open' }, {}, 'sale'],
  ['of an attempt that was cancelled before', { state: 'cancelled', status: 'open' }, {}, 'sale'],
  ['of an order whose hold has ended', { status: 'expired' }, {}, 'late'],
  ['of an order that was anonymised since', { status: 'expired', anonymised_at: new Date(0) }, {}, 'refund'],
  ['of a cancelled order', { status: 'cancelled' }, {}, 'refund'],
  ['of an order that another attempt has paid', { status: 'paid' }, {}, 'refund'],
  ['after the last admission', { is_late: true }, {}, 'refund'],
  ['of less', {}, { amount: 3999 }, 'refund'],
  ['of more', {}, { amount: 4001 }, 'refund'],
  ['in another currency', {}, { currency: 'usd' }, 'refund'],
  ['of an order whose total has changed', { total: 3500 }, {}, 'refund'],
  ['for the second time', { state: 'paid', status: 'paid' }, {}, 'known'],
  ['for the second time, without an id', { state: 'paid', status: 'paid' }, { providerId: null }, 'known'],
  ['that is being refunded', { state: 'refund_due', status: 'refunded' }, {}, 'known'],
  ['that was refunded', { state: 'refunded', status: 'refunded' }, {}, 'known'],
  ['by another id of a paid attempt', { state: 'paid', status: 'paid' }, { providerId: 'p2' }, 'unapplied'],
  ['by the id of another attempt', { is_taken: true }, {}, 'unapplied'],
])('A payment %s', (_, row, outcome, verdict) => {
  expect(judgePaid({ ...held, ...row }, { ...paid, ...outcome })).toBe(verdict);
});
