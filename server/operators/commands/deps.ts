import type { Recent } from '#server/core/recent.ts';
import type { Db } from '#server/db/open.ts';
import type { RetentionDeps } from '#server/operators/retention/run.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';

/** Dependencies of the operator's commands, which act on orders, tickets, payments and personal data. */
export type OpsDeps = PaymentDeps &
  RetentionDeps & {
    /** Runs long work without the time limits of requests. */
    unlimited: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
    /** Shared replies, which an operation that writes makes outdated. */
    recent: Pick<Recent, 'clear'>;
    /** Origin under which visitors reach the shop; null takes the address of this server. */
    publicUrl: string | null;
  };
