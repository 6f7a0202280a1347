import { type Adapter, nothing, type Outcome } from './adapter.ts';

const paid: Outcome = { kind: 'paid', providerId: null, amount: 0, currency: 'jpy' };

/** Nothing to pay: the total is 0, which `begin.ts` checks, and `settle.ts` again before an outcome is applied. */
export const free: Adapter = {
  start: async () => paid,
  poll: async () => paid,
  cancel: async () => ({ kind: 'cancelled', providerId: null }),
  refund: async () => true,
  readLedger: async () => nothing,
};
