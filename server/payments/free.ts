import { type Adapter, nothing, type Outcome } from './adapter.ts';

const paid: Outcome = { kind: 'paid', providerId: null, amount: 0, currency: 'jpy' };

/** Nothing to pay: the server's own count is 0 (checked in `checkout.ts`, and again where an outcome is applied). */
export const free: Adapter = {
  start: async () => paid,
  ask: async () => paid,
  drop: async () => ({ kind: 'cancelled', providerId: null }),
  refund: async () => true,
  book: async () => nothing,
};
