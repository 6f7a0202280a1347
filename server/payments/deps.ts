import type { Log } from '#server/core/log.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import type { Adapters } from '#server/payments/providers/adapter.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import type { LookUps } from './look-ups.ts';

/** Dependencies of a payment: those of its order, which it may end or hold again, and the providers. */
export type PaymentDeps = OrderDeps & {
  payments: Adapters;
  lookUps: LookUps;
  admissionQueue: Pick<AdmissionQueue, 'outside'>;
  log: Log;
};
