import type { Log } from '#server/core/log.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { RetentionDeps } from '#server/retention/run.ts';

/** Dependencies of the operator's commands, which act on orders, tickets, payments and personal data. */
export type OpsDeps = PaymentDeps &
  RetentionDeps & {
    log: Log;
    /** Origin under which visitors reach the shop; null takes the address of this server. */
    publicUrl: string | null;
  };
